#include "mesh/lines/results.h"

#include <utility>

namespace mesh::lines {

void Results::Put(std::uint64_t input, Line line, bool ended) {
  const std::lock_guard lock(mutex_);
  if (stopping_ ? ended : order_ == Order::kOfEnds) return output_.Put(std::move(line));
  if (!stopping_ && input == next_ && held_.empty()) {
    ++next_;
    return output_.Put(std::move(line));
  }
  held_.insert_or_assign(input, Held{std::move(line), ended});
  if (stopping_) return;
  for (auto first = held_.begin(); first != held_.end() && first->first == next_; first = held_.begin()) {
    output_.Put(std::move(first->second.line));
    held_.erase(first);
    ++next_;
  }
}

void Results::BeginStop() {
  const std::lock_guard lock(mutex_);
  stopping_ = true;
  for (auto at = held_.begin(); at != held_.end();) {
    if (!at->second.ended) {
      ++at;
      continue;
    }
    output_.Put(std::move(at->second.line));
    at = held_.erase(at);
  }
}

void Results::Finish() {
  const std::lock_guard lock(mutex_);
  for (auto& [input, held] : held_) output_.Put(std::move(held.line));
  held_.clear();
}

}  // namespace mesh::lines
