// Places in flows that only the whole mesh can judge, noted while their flow is checked: a call may
// turn out to run in a saga or a loop of a caller.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/sema/statements/variable.h"

namespace meshc::sema {

/// What stands around a place, as far as its own flow shows.
struct Surroundings {
  FlowId flow;
  source::SourceRange loop;  ///< The word of the innermost loop whose body it stands in; nowhere: none.
  source::SourceRange saga;  ///< The word of the innermost saga; nowhere: none.
};

/// One call of a flow by a flow.
struct FlowEdge {
  Surroundings around;
  FlowId to;
  source::SourceRange range;  ///< The name that is called; that of the router if it is a listed step.
};

/// Where the facts of a call stand in the program.
struct FactsPlace {
  std::size_t index = 0;
  std::optional<std::size_t> step;  ///< None: `calls[index]`; else `follows[index].steps[*step]`.
};

/// One call of a processor that has an effect or an undo.
struct EffectCall {
  Surroundings around;
  FactsPlace facts;
  source::SourceRange range;        ///< The name that is called; that of the router if it is a listed step.
  bool tapped = false;              ///< It runs on a copy, which no saga undoes.
  std::vector<Variable> variables;  ///< In scope.
};

/// A join that may go on while branches run.
struct LooseJoin {
  Surroundings around;
  source::SourceRange clause;  ///< `wait any`, `timeout 5s` ...
};

/// One `await`.
struct AwaitSite {
  FlowId flow;
  llvm::StringRef signal;
  TypeId type;
};

/// A call of an actor that states a timeout of its own.
struct OwnTimeout {
  ActorId actor;
  std::int64_t timeout_ns = 0;
  source::SourceRange range;  ///< `timeout 5s`
};

/// Each list in the order of checking: flow by flow, in source order within each.
struct FlowSites {
  std::vector<FlowEdge> edges;
  std::vector<EffectCall> effects;
  std::vector<LooseJoin> joins;
  std::vector<AwaitSite> awaits;
  std::vector<OwnTimeout> timeouts;
};

}  // namespace meshc::sema
