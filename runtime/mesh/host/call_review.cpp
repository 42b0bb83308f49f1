#include "mesh/host/call_review.h"

#include <chrono>
#include <set>
#include <string>
#include <utility>

#include "mesh/durable/planner.h"

namespace mesh::host {

CallReview::CallReview(std::vector<Station*> stations, const state::State& state, bool has_thread)
    : stations_(std::move(stations)), state_(state) {
  if (has_thread) thread_ = std::thread([this] { Run(); });
}

CallReview::~CallReview() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  leave_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void CallReview::Run() {
  constexpr std::chrono::milliseconds kPause{500};
  std::unique_lock lock(mutex_);
  while (!leave_.wait_for(lock, kPause, [this] { return leaving_; })) {
    lock.unlock();
    Review();
    lock.lock();
  }
}

void CallReview::Review() const {
  // Who asks while nobody answers could not leave.
  if (!state_.obstacle().empty()) return;
  for (Station* station : stations_) Review(*station);
}

/// Asks the state while no slot is held: it may be far away.
void CallReview::Review(Station& station) const {
  if (station.in_flight() == 0) return;
  std::vector<Envelope> running;
  station.StopCalls([&running](const Envelope& envelope) {
    running.push_back(envelope);
    return false;
  });
  std::set<std::string> stopped;
  for (const Envelope& envelope : running) {
    if (durable::IsCancelled(state_, envelope) || durable::Unwanted(state_, envelope))
      stopped.insert(envelope.id);
  }
  if (!stopped.empty())
    station.StopCalls([&stopped](const Envelope& envelope) { return stopped.contains(envelope.id); });
}

}  // namespace mesh::host
