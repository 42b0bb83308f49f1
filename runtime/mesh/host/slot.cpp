#include "mesh/host/slot.h"

#include <utility>

namespace mesh::host {

std::stop_token Slot::Begin(transport::Delivery delivery, CallLimit limit) {
  const std::lock_guard lock(mutex_);
  envelope_id_ = delivery.envelope->id;
  root_id_ = delivery.envelope->root();
  delivery_ = std::move(delivery);
  limit_ = limit;
  running_ = true;
  return stop_.get_token();
}

std::optional<transport::Delivery> Slot::Finish() {
  const std::lock_guard lock(mutex_);
  if (!std::exchange(running_, false)) return std::nullopt;
  return std::move(delivery_);
}

std::optional<Overrun> Slot::DisownIfDue(std::int64_t now_ns) {
  const std::lock_guard lock(mutex_);
  if (!running_ || limit_.due_ns > now_ns) return std::nullopt;
  running_ = false;
  // The slot may serve its next call before this one is told.
  return Overrun{std::move(delivery_), limit_.error, std::exchange(stop_, std::stop_source())};
}

std::int64_t Slot::due_ns() const {
  const std::lock_guard lock(mutex_);
  return running_ ? limit_.due_ns : std::numeric_limits<std::int64_t>::max();
}

void Slot::StopIf(const Which& which) {
  std::stop_source stop{std::nostopstate};
  {
    const std::lock_guard lock(mutex_);
    // Taken away, because the slot may begin its next call before this one is told.
    if (running_ && which(*delivery_.envelope)) stop = std::exchange(stop_, std::stop_source());
  }
  // Outside the lock, because it calls back into the handler.
  stop.request_stop();
}

void Slot::Stop() {
  std::stop_source stop{std::nostopstate};
  {
    const std::lock_guard lock(mutex_);
    stop = std::exchange(stop_, std::stop_source());
  }
  stop.request_stop();
}

}  // namespace mesh::host
