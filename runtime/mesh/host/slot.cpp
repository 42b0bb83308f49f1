#include "mesh/host/slot.h"

#include <thread>
#include <utility>

namespace mesh::host {

std::stop_token Slot::Begin(transport::Delivery delivery, CallLimit limit) {
  envelope_id_ = delivery.envelope->id;
  root_id_ = delivery.envelope->root();
  delivery_ = std::move(delivery);
  limit_ = limit;
  std::stop_token stop = stop_.get_token();
  // In one order with the watchdog's plans: see Watchdog::Began.
  state_.store(State::kRunning, std::memory_order_seq_cst);
  return stop;
}

bool Slot::Seize() const {
  State running = State::kRunning;
  while (!state_.compare_exchange_weak(running, State::kSeized, std::memory_order_seq_cst)) {
    if (running == State::kIdle) return false;
    if (running == State::kSeized) std::this_thread::yield();
    running = State::kRunning;
  }
  return true;
}

std::optional<transport::Delivery> Slot::Finish() {
  if (!Seize()) return std::nullopt;
  std::optional<transport::Delivery> delivery(std::move(delivery_));
  Release(State::kIdle);
  return delivery;
}

std::optional<Overrun> Slot::DisownIfDue(std::int64_t now_ns) {
  if (!Seize()) return std::nullopt;
  if (limit_.due_ns > now_ns) {
    Release();
    return std::nullopt;
  }
  // The slot may serve its next call before this one is told.
  Overrun overrun{std::move(delivery_), limit_.error, std::exchange(stop_, std::stop_source())};
  Release(State::kIdle);
  return overrun;
}

std::int64_t Slot::due_ns() const {
  if (!Seize()) return std::numeric_limits<std::int64_t>::max();
  const std::int64_t due_ns = limit_.due_ns;
  Release();
  return due_ns;
}

void Slot::StopIf(const Which& which) {
  if (!Seize()) return;
  std::stop_source stop{std::nostopstate};
  // Taken away, because the slot may begin its next call before this one is told.
  if (which(*delivery_.envelope)) stop = std::exchange(stop_, std::stop_source());
  Release();
  // After that, because it calls back into the handler.
  stop.request_stop();
}

void Slot::Stop() {
  StopIf([](const Envelope&) { return true; });
}

}  // namespace mesh::host
