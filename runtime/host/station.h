// One actor of a host: its mailbox, its slots, its health.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string_view>
#include <vector>

#include "mesh/actor/handler.h"
#include "mesh/host/counts.h"
#include "mesh/host/slot.h"
#include "mesh/host/watchdog.h"
#include "mesh/host/worker_pool.h"
#include "mesh/transport/transport.h"

namespace mesh::host {

/// Thread rule: every function may be called from any thread.
class Station final : public transport::Consumer {
 public:
  struct Size {
    std::uint32_t concurrency = 1;
    std::uint32_t max_overruns = 1;  ///< Calls that may overrun at once; at that many it is unhealthy.
  };
  /// All outlive the station.
  Station(const actor::Entry& entry, Size size, transport::Mailbox& mailbox, WorkerPool& pool);

  void Open() { mailbox_.Subscribe(size_.concurrency, *this); }
  void Shut() { mailbox_.Unsubscribe(); }
  void Take(transport::Delivery delivery) override;

  /// A slot for the loan that the caller works off; there is one, because loans are bounded.
  Slot& TakeSlot();
  /// The call in `slot` has returned in time.
  void ReturnSlot(Slot& slot);
  /// The call in `slot` has returned after it was disowned.
  void ReturnOverrun(Slot& slot);
  /// Every slot, with what the watchdog does with an overrun of it.
  void AppendWatched(std::vector<Watched>& watched);
  void StopCallsOf(std::string_view envelope_id);
  void StopCalls();

  const actor::Entry& entry() const { return entry_; }
  transport::Mailbox& mailbox() { return mailbox_; }
  ActorCounters& counters() { return counters_; }
  /// False: too many of its calls never came back; it takes no more until some do.
  bool healthy() const { return overruns() < size_.max_overruns; }
  std::uint32_t overruns() const;

 private:
  const actor::Entry& entry_;
  const Size size_;
  transport::Mailbox& mailbox_;
  WorkerPool& pool_;
  ActorCounters counters_;
  /// Below 0 for a moment where a call returns before the watchdog has counted it.
  std::atomic<std::int64_t> overruns_ = 0;
  std::deque<Slot> slots_;  ///< One per loan, and one per call that may overrun.
  std::mutex mutex_;
  std::vector<Slot*> free_;
};

}  // namespace mesh::host
