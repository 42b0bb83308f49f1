#include "mesh/host/backlog.h"

#include <utility>

#include "mesh/value/saturating.h"

namespace mesh::host {

void Backlog::Open() {
  const std::lock_guard lock(mutex_);
  open_ = true;
}

std::vector<transport::Delivery> Backlog::Close() {
  const std::lock_guard lock(mutex_);
  open_ = false;
  std::vector<transport::Delivery> all;
  for (auto& [number, kept] : kept_) {
    timers_.Cancel(kept.timer);
    all.push_back(std::move(kept.delivery));
  }
  kept_.clear();
  return all;
}

bool Backlog::Keep(transport::Delivery& delivery, std::int64_t deadline_ns) {
  const std::lock_guard lock(mutex_);
  if (!open_) return false;
  Kept& kept = kept_[next_];
  kept.delivery = std::move(delivery);
  // A deadline has passed when the clock is later than it.
  if (deadline_ns != kNever)
    kept.timer = timers_.At(AddSaturating(deadline_ns, 1), [this, number = next_] { Release(number); });
  ++next_;
  return true;
}

void Backlog::ReleaseOf(std::string_view root) {
  std::vector<std::uint64_t> numbers;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [number, kept] : kept_) {
      if (kept.delivery.envelope->root() == root) numbers.push_back(number);
    }
  }
  for (const std::uint64_t number : numbers) Release(number);
}

std::size_t Backlog::size() const {
  const std::lock_guard lock(mutex_);
  return kept_.size();
}

void Backlog::Release(std::uint64_t number) {
  transport::Delivery delivery;
  {
    const std::lock_guard lock(mutex_);
    const auto at = kept_.find(number);
    if (at == kept_.end()) return;
    timers_.Cancel(at->second.timer);
    delivery = std::move(at->second.delivery);
    kept_.erase(at);
  }
  release_(std::move(delivery));
}

}  // namespace mesh::host
