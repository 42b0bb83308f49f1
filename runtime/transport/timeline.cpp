#include "mesh/transport/timeline.h"

#include <tuple>
#include <utility>

namespace mesh::transport {

bool Timeline::Later::operator()(const Entry& a, const Entry& b) const {
  return std::tie(a.time_ns, a.order) > std::tie(b.time_ns, b.order);
}

void Timeline::Add(std::int64_t time_ns, Action action) {
  entries_.push({time_ns, added_++, std::move(action)});
}

std::optional<std::int64_t> Timeline::next_ns() const {
  if (entries_.empty()) return std::nullopt;
  return entries_.top().time_ns;
}

Action Timeline::TakeNext() {
  // `top` is const only to protect the order, which the moved-out action has no part in.
  Action action = std::move(const_cast<Entry&>(entries_.top()).action);
  entries_.pop();
  return action;
}

}  // namespace mesh::transport
