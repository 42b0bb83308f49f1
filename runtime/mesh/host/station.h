// One actor of a host: its mailbox, its slots, its health.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "mesh/actor/handler.h"
#include "mesh/host/backlog.h"
#include "mesh/host/free_slots.h"
#include "mesh/host/slot.h"
#include "mesh/host/timers.h"
#include "mesh/host/watchdog.h"
#include "mesh/host/worker_pool.h"
#include "mesh/observation/events.h"
#include "mesh/transport/transport.h"

namespace mesh::host {

/// Thread rule: every function may be called from any thread.
///
/// When too many of its calls never came back it begins no further call until some do. What waits then
/// stays in the mailbox if other hosts may serve it, else in the backlog, its deadline running.
class Station final : public transport::Consumer {
 public:
  struct Size {
    std::uint32_t concurrency = 1;
    std::uint32_t max_overruns = 1;  ///< Calls that may overrun at once; at that many it is unhealthy.
  };
  struct Parts {
    const actor::Entry& entry;
    std::uint32_t number = 0;  ///< Among the stations of its host.
    transport::Mailbox& mailbox;
    WorkerPool& pool;
    Timers& timers;
    bool shared_mailbox = false;  ///< Other hosts may serve it.
    /// Told of every change of health, one at a time; empty: nobody is.
    std::function<void(bool healthy, std::uint32_t overruns)> on_health = {};
  };
  /// All parts outlive the station.
  Station(const Parts& parts, Size size);

  void Open();
  void Shut();
  void Take(transport::Delivery delivery) override;
  /// A delivery that was taken and finds the actor unhealthy. `deadline_ns`: when it waits no longer;
  /// Backlog::kNever: there is no such time.
  void PutOff(transport::Delivery delivery, std::int64_t deadline_ns);

  /// A slot for the loan that the caller works off; null: none is free just now.
  Slot* TakeSlot();
  /// The call in `slot` has returned in time.
  void ReturnSlot(Slot& slot);
  /// The call in `slot` has returned after it was disowned.
  void ReturnOverrun(Slot& slot);
  /// Every slot, with what the watchdog does with an overrun of it.
  void AppendWatched(std::vector<Watched>& watched);
  void AppendMarks(std::vector<const CallMark*>& marks) const;
  /// Tells the calls that work on such envelopes.
  void StopCalls(const Slot::Which& which);
  void StopCalls();
  /// Takes the envelopes from the calls that run, which go on for nobody.
  std::vector<std::unique_ptr<Envelope>> DisownCalls();
  /// What waits for the actor to be healthy again and belongs to that root is looked at now.
  void ReleaseBacklogOf(std::string_view root) { backlog_.ReleaseOf(root); }

  const actor::Entry& entry() const { return entry_; }
  transport::Mailbox& mailbox() { return mailbox_; }
  observation::Served served() const { return {entry_.actor, number_}; }
  /// Calls that run, disowned ones too.
  std::size_t in_flight() const { return free_.CountTaken(); }
  /// A call could begin at once.
  bool has_room() const { return healthy() && in_flight() < size_.concurrency; }
  bool healthy() const { return overruns() < size_.max_overruns; }
  std::uint32_t overruns() const;
  std::size_t backlog() const { return backlog_.size(); }

 private:
  void CountOverruns(std::int64_t change);
  /// These are called with `health_mutex_` held.
  void Suspend();
  void Resume();

  const actor::Entry& entry_;
  const std::uint32_t number_;
  const Size size_;
  transport::Mailbox& mailbox_;
  WorkerPool& pool_;
  const bool shared_mailbox_;
  const std::function<void(bool healthy, std::uint32_t overruns)> on_health_;
  Backlog backlog_;
  /// Below 0 for a moment where a call returns before the watchdog has counted it.
  std::atomic<std::int64_t> overruns_ = 0;
  std::mutex health_mutex_;
  bool suspended_ = false;
  bool open_ = false;
  std::vector<Slot> slots_;  ///< One per loan, and one per call that may overrun.
  FreeSlots free_;
};

}  // namespace mesh::host
