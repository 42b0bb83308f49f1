// Where a flow needs coordination: where the order of events, or a state that is kept, matters.
//
// By the CALM theorem what only grows needs none: fields that are written once, and logs. Everything
// else is listed here, with the place that is the reason.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/sema/typed_program.h"

namespace meshc::budget {

/// A place that overwrites a field, and what stands there: the name of a callee, `set`, `collect`, `await`.
struct Overwrite {
  std::string by;
  source::SourceRange range;
};

/// A `var` field that loses values.
struct FieldState {
  std::string name;
  std::vector<Overwrite> overwrites;  ///< In source order, at least one.
};

/// A join keeps what has arrived until it can go on.
struct JoinState {
  std::string statement;  ///< `parallel` or `each`
  source::SourceRange range;
  std::optional<std::int64_t> branches;  ///< None: as many as the list has elements.
  std::optional<std::int64_t> wait;      ///< How many have to succeed; none: all.
  bool order_sensitive = false;          ///< Which ones succeed first decides about the result.
};

/// A park keeps the envelope until a signal comes.
struct ParkState {
  std::string signal;
  source::SourceRange range;
  std::int64_t timeout_ns = 0;
};

/// A loop counts its rounds.
struct LoopState {
  std::string statement;  ///< `while`, `repeat` or `loop`
  source::SourceRange range;
  std::int64_t max = 0;
};

struct Coordination {
  std::vector<FieldState> fields;  ///< In the order of the envelope.
  std::vector<JoinState> joins;    ///< These in source order.
  std::vector<ParkState> parks;
  std::vector<LoopState> loops;
  std::vector<std::string> calls;  ///< Called flows that are not free of coordination, sorted by name.

  bool is_free() const {
    return fields.empty() && joins.empty() && parks.empty() && loops.empty() && calls.empty();
  }
};

/// For each flow, by FlowId. `callees_first` has each flow behind those that it calls.
std::vector<Coordination> FindCoordination(const sema::TypedProgram& program,
                                           const std::vector<types::FlowId>& callees_first);

}  // namespace meshc::budget
