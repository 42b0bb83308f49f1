// What is known at a point, and what a piece of a flow does to it.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/support/set_pool.h"

namespace meshc::analysis {

/// Sets of places (see Places) of one pool. `present`: places that have a value on every path to here.
/// `written`: fields that some path to here has written.
struct Known {
  SetId present;
  SetId written;

  friend bool operator==(const Known& a, const Known& b) {
    return a.present == b.present && a.written == b.written;
  }
};

/// Two paths meet. True if `into` has changed.
bool Join(SetPool& sets, Known& into, const Known& from);

/// How a piece of a flow turns what is known before it into what is known after it. Every effect
/// gives or takes single places, so it is told by its results for the least and the greatest input.
struct Transfer {
  Known low;   ///< After nothing was known.
  Known high;  ///< After everything was known.
};

Transfer Identity(SetPool& sets, std::uint32_t place_count);
Known Apply(SetPool& sets, const Transfer& transfer, const Known& before);
Transfer Then(SetPool& sets, const Transfer& first, const Transfer& second);
bool Join(SetPool& sets, Transfer& into, const Transfer& from);

/// What one branch of a fork does if it ends well. `certain`: the join waits for it and fails without it.
struct BranchOutcome {
  const Transfer* transfer = nullptr;
  bool certain = false;
};

/// What a fork and its join do: all branches start from the same state, and each writes to a copy.
/// A place is gained if a certain branch gains it, and lost if any branch loses it.
Transfer JoinBranches(SetPool& sets, const std::vector<BranchOutcome>& branches, std::uint32_t place_count);

/// One effect on one place.
enum class EffectKind : std::uint8_t { kGain, kLose, kWrite, kUnwrite };

struct Effect {
  EffectKind kind = EffectKind::kGain;
  std::uint32_t place = 0;
};

void Apply(SetPool& sets, Effect effect, Known& known);

}  // namespace meshc::analysis
