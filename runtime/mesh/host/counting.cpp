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

monitoring::ActorReading Counting::Of(std::uint32_t number) const {
  monitoring::ActorReading sum;
  counters_.ForEach([&](const Counters& counters) {
    const ActorCounters& actor = counters.actors[number];
    sum.deliveries += actor.delivered.Read();
    sum.handled += actor.handled.Read();
    sum.retried += actor.retried.Read();
    sum.duplicates_suppressed += actor.duplicates_suppressed.Read();
    sum.redeliveries += actor.redeliveries.Read();
    sum.suspects += actor.suspects.Read();
    sum.drifted += actor.drifted.Read();
    sum.rejected += actor.rejected.Read();
    sum.handler += actor.handler.Read();
    sum.wait += actor.wait.Read();
  });
  return sum;
}

Counts Counting::Read() const {
  Counts counts;
  counters_.ForEach([&](const Counters& counters) {
    counts.duplicates_suppressed += counters.dropped_copies.Read();
    counts.late_branches += counters.late_branches.Read();
    counts.ended_succeeded += counters.ended_succeeded.Read();
    counts.ended_failed += counters.ended_failed.Read();
    for (const ActorCounters& actor : counters.actors) {
      counts.delivered += actor.delivered.Read();
      counts.handled += actor.handled.Read();
      counts.retried += actor.retried.Read();
      counts.duplicates_suppressed += actor.duplicates_suppressed.Read();
    }
  });
  const std::lock_guard lock(mutex_);
  counts.failed = {failed_.begin(), failed_.end()};
  return counts;
}

std::uint64_t Counting::dropped_copies() const {
  std::uint64_t sum = 0;
  counters_.ForEach([&](const Counters& counters) { sum += counters.dropped_copies.Read(); });
  return sum;
}

}  // namespace mesh::host
