#include "mesh/host/counting.h"

namespace mesh::host {

void Counting::Count(const observation::Failed& told) {
  const std::lock_guard lock(mutex_);
  const auto at = failed_.find(told.error);
  if (at == failed_.end()) {
    failed_.emplace(told.error, 1);
  } else {
    ++at->second;
  }
}

Counts Counting::Read() const {
  Counts counts;
  counts.duplicates_suppressed = dropped_copies_.Read();
  counts.late_branches = late_branches_.Read();
  counts.ended_succeeded = ended_succeeded_.Read();
  counts.ended_failed = ended_failed_.Read();
  for (const ActorCounters& actor : actors_) {
    counts.delivered += actor.delivered.Read();
    counts.handled += actor.handled.Read();
    counts.retried += actor.retried.Read();
    counts.duplicates_suppressed += actor.duplicates_suppressed.Read();
  }
  const std::lock_guard lock(mutex_);
  counts.failed = {failed_.begin(), failed_.end()};
  return counts;
}

}  // namespace mesh::host
