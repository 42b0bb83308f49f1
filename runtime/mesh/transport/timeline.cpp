#include "mesh/transport/timeline.h"

#include <utility>

namespace mesh::transport {

TimerId Timeline::Add(std::int64_t time_ns, Action action) {
  entries_.emplace(Place(time_ns, ++added_), std::move(action));
  return {time_ns, added_};
}

std::optional<std::int64_t> Timeline::next_ns() const {
  if (entries_.empty()) return std::nullopt;
  return entries_.begin()->first.first;
}

Action Timeline::TakeNext() {
  const auto next = entries_.begin();
  Action action = std::move(next->second);
  entries_.erase(next);
  return action;
}

Action Timeline::Remove(TimerId timer) {
  const auto at = entries_.find(Place(timer.time_ns, timer.order));
  if (at == entries_.end()) return nullptr;
  Action action = std::move(at->second);
  entries_.erase(at);
  return action;
}

}  // namespace mesh::transport
