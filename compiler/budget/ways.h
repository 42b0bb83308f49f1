// The ways out of a stretch of statements other than its end, each with the worst cost that leads there.
#pragma once

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLFunctionalExtras.h>

#include <optional>

#include "compiler/budget/cost.h"
#include "compiler/types/declarations.h"

namespace meshc::budget {

struct Ways {
  std::optional<Cost> broken;
  std::optional<Cost> continued;
  std::optional<Cost> returned;
  llvm::MapVector<std::uint32_t, Cost> raised;  ///< By the error's index.

  void Raise(types::ErrorId error, const Cost& cost);
};

using CostChange = llvm::function_ref<Cost(const Cost&)>;

/// Adds what `change` makes of each jump of `from` to the jumps of `to`.
void PassJumps(const Ways& from, Ways& to, CostChange change);
/// The same for errors.
void PassErrors(const Ways& from, Ways& to, CostChange change);

/// The worst of all ways; none: there are none.
std::optional<Cost> WorstOf(const Ways& ways);

/// The first `each` of a flow, or of one that it calls, that has no bound; nowhere: there is none.
struct Endless {
  source::SourceRange count;  ///< Nothing says how many elements there may be.
  source::SourceRange time;   ///< And they do not all run at once.
};

/// What a caller has to know of a flow.
struct FlowCosts {
  std::optional<Cost> ended;                    ///< It came to its end, or returned.
  llvm::MapVector<std::uint32_t, Cost> raised;  ///< Errors that leave it.
  Endless endless;
  bool outlasts_deadline = false;  ///< It has something to do after its sla has passed.
};

}  // namespace meshc::budget
