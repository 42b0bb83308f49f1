// One line of control: an envelope on its way. A branch is a copy of its parent's line.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "compiler/sema/typed_program.h"
#include "mesh/value/value.h"
#include "tests/property/reference/deadlines.h"
#include "tests/property/reference/evaluate.h"

namespace meshc::property {

/// What undoes one call that has succeeded in a saga.
struct UndoCall {
  types::ActorId actor;
  mesh::ValueList arguments;
};

struct Line {
  types::EnvelopeId envelope;
  mesh::ValueList fields;
  std::int64_t now_ns = 0;
  Deadlines deadlines;
  bool is_branch = false;      ///< A branch, an element or a copy of `tap`: its sla runs on while it waits.
  CaughtErrors caught;         ///< Of the clauses that are open in this flow, outermost first.
  Elements elements;           ///< Of the `each` bodies that it is in, in this flow.
  int sagas = 0;               ///< Sagas around it, those of callers and of the fork included.
  std::vector<UndoCall> undo;  ///< Of this line, oldest first; empty outside of sagas.
};

enum class Exit { kNormal, kBreak, kContinue, kReturn, kError };

/// How a statement ended.
struct Ending {
  Exit exit = Exit::kNormal;
  ReferenceError error;

  bool ok() const { return exit == Exit::kNormal; }
  bool failed() const { return exit == Exit::kError; }
};

inline Ending Failed(std::string name, std::string message = {}) {
  return {Exit::kError, {std::move(name), std::move(message), "", false}};
}

}  // namespace meshc::property
