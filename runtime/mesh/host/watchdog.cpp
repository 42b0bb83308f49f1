#include "mesh/host/watchdog.h"

#include <algorithm>
#include <utility>

namespace mesh::host {

namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

}  // namespace

Watchdog::Watchdog(transport::Clock& clock, std::vector<Watched> slots)
    : clock_(clock), slots_(std::move(slots)), looks_(std::make_shared<Looks>()) {
  looks_->watchdog = this;
}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(looks_->mutex);
    looks_->watchdog = nullptr;
  }
  const std::lock_guard lock(plan_mutex_);
  if (planned_.order != 0) clock_.Cancel(planned_);
}

void Watchdog::Began(std::int64_t due_ns) {
  // In one order with the slot's state: a look that has missed the call has reset the moment before.
  if (due_ns < next_look_ns_.load(std::memory_order_seq_cst)) Plan(due_ns);
}

void Watchdog::Plan(std::int64_t due_ns) {
  const std::lock_guard plan_lock(plan_mutex_);
  if (due_ns >= next_look_ns_.load(std::memory_order_relaxed)) return;
  if (planned_.order != 0) clock_.Cancel(planned_);
  next_look_ns_.store(due_ns, std::memory_order_release);
  planned_ = clock_.At(due_ns, [looks = looks_] {
    const std::lock_guard lock(looks->mutex);
    if (looks->watchdog != nullptr) looks->watchdog->Look();
  });
}

void Watchdog::Look() {
  {
    const std::lock_guard lock(plan_mutex_);
    planned_ = {};
    next_look_ns_.store(kNever, std::memory_order_seq_cst);
  }
  const std::int64_t now_ns = clock_.now_ns();
  std::int64_t next_ns = kNever;
  for (const Watched& watched : slots_) {
    if (auto overrun = watched.slot->DisownIfDue(now_ns)) watched.disowned(std::move(*overrun));
    next_ns = std::min(next_ns, watched.slot->due_ns());
  }
  if (next_ns != kNever) Plan(next_ns);
}

}  // namespace mesh::host
