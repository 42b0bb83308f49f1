// What one call of an actor takes at most: its attempts, and the pauses between them.
#pragma once

#include <cstdint>

#include "compiler/budget/amount.h"
#include "compiler/sema/typed_program.h"

namespace meshc::budget {

struct Visit {
  std::uint32_t attempts = 1;
  std::int64_t attempt_ns = 0;  ///< The handler's timeout.
  Amount pauses;                ///< All back-off delays together, in nanoseconds.

  Amount Time() const { return Amount(attempt_ns) * Amount(attempts) + pauses; }
};

/// The delays before all attempts but the first; jitter only shortens them, so it counts in full.
Amount PausesOf(const types::Retry& retry);

/// What the call states goes before what the actor declares.
Visit VisitOf(const types::Actor& actor, const sema::CallFacts& call);
/// A call that states nothing: of an undo.
Visit VisitOf(const types::Actor& actor);

/// Billionths of what `@cost` names; finer prices are rounded.
Amount PriceOf(const types::Actor& actor);

}  // namespace meshc::budget
