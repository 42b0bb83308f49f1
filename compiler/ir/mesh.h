// The mesh: the whole lowered program. The smallest form; all back ends read this and no other.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/ir/expression.h"
#include "compiler/ir/point.h"
#include "compiler/source/source_manager.h"
#include "compiler/types/declarations.h"

namespace meshc::ir {

struct Loop {
  std::string name;  ///< Path of the construct: `support/while#1`.
  types::FlowId flow;
  std::uint32_t max = 0;
  source::SourceRange origin;
};

struct Flow {
  std::string name;
  types::EnvelopeId envelope;
  std::int64_t sla_ns = 0;  ///< 0: none.
  PointId entry;
  bool called_on_same_envelope = false;  ///< Somewhere in the mesh, like the next.
  bool called_on_own_envelope = false;
  types::Origin origin;
  source::SourceRange header;
};

struct StubAnswer {
  enum class Kind : std::uint8_t { kReturns, kRaises, kChooses, kFollows } kind = Kind::kReturns;
  std::vector<std::optional<types::Constant>> results;  ///< None: the zero of its type.
  types::ErrorId error;
  std::string message;
  std::uint32_t label = 0;
  std::vector<std::string> steps;
  std::uint32_t times = 0;  ///< 0: as often as it is asked.
  std::int64_t takes_ns = 0;
};

struct Stub {
  types::ActorId actor;
  ExpressionId when;  ///< None: always.
  std::vector<StubAnswer> answers;
};

struct Expectation {
  ExpressionId condition;
  std::string text;  ///< As written.
  source::SourceRange origin;
};

struct Scenario {
  std::string title;
  types::FlowId flow;
  std::vector<std::pair<std::uint32_t, types::Constant>> given;
  std::vector<Stub> stubs;
  std::vector<std::pair<std::string, types::Constant>> signals;
  std::optional<std::vector<types::ActorId>> visits;
  types::ErrorId outcome;  ///< None: succeeded.
  std::vector<Expectation> expectations;
  std::vector<std::uint32_t> absent;
  std::optional<std::uint32_t> max_hops;
  source::SourceRange origin;
};

/// Immutable once lowered. Points are sorted by name, so a point's index is its `at`; loops of
/// one flow are consecutive; all stores are independent of the order of declarations in source.
struct Mesh {
  types::Declarations declarations;
  Store<types::FlowId, Flow> flows;
  Store<PointId, Point> points;
  Store<LoopId, Loop> loops;
  ExpressionStore expressions;
  std::vector<Scenario> scenarios;
};

/// Invariants that do not hold, as text: a bug of meshc, never of the user. Empty: well formed.
std::vector<std::string> Verify(const Mesh& mesh);

/// Stable text for `--print mesh`.
std::string Print(const Mesh& mesh);
std::string PrintExpression(const Mesh& mesh, ExpressionId id, types::EnvelopeId envelope);

}  // namespace meshc::ir
