// The forks whose joins an envelope counts for, from the inside out.
#pragma once

#include <variant>

#include "mesh/envelope/envelope.h"

namespace mesh {

/// Calls `visit(fork_id)` for each until it returns true; true if it did. A copy of a tap stands for
/// itself, whatever becomes of the branch that it was made in.
template <typename Visit>
bool AnyEnclosingFork(const Envelope& envelope, const Visit& visit) {
  const auto& frames = envelope.route.frames;
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
    const auto* branch = std::get_if<BranchFrame>(&*frame);
    if (branch == nullptr) continue;
    if (branch->join == contract::kNone) return false;
    if (visit(branch->fork_id)) return true;
  }
  return false;
}

/// True for the copy of a tap; false for a child of it.
inline bool IsCopy(const Envelope& envelope) {
  const auto& frames = envelope.route.frames;
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
    if (const auto* branch = std::get_if<BranchFrame>(&*frame)) return branch->join == contract::kNone;
  }
  return false;
}

/// True for the copy of a tap, and for whatever it has started.
inline bool InCopy(const Envelope& envelope) {
  for (const Frame& frame : envelope.route.frames) {
    const auto* branch = std::get_if<BranchFrame>(&frame);
    if (branch != nullptr && branch->join == contract::kNone) return true;
  }
  return false;
}

}  // namespace mesh
