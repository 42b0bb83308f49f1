// What the phase of an envelope means for its input.
#pragma once

#include "mesh/envelope/envelope.h"

namespace mesh::host {

/// False: it was given up where it stood.
inline bool HasEnded(Phase phase) {
  return phase == Phase::kSucceeded || phase == Phase::kFailed || phase == Phase::kCancelled;
}

/// `succeeded`, `failed`, `unfinished`
inline const char* OutcomeOf(Phase phase) {
  if (phase == Phase::kSucceeded) return "succeeded";
  return HasEnded(phase) ? "failed" : "unfinished";
}

}  // namespace mesh::host
