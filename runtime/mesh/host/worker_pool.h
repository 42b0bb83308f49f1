// Threads that work off jobs; or none, where whoever owns the pool works them off. A job that a worker gives
// out while it ends its own is kept for the same worker, so that an envelope that goes from actor to actor
// meets no contended lock.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <thread>

#include "mesh/host/feed.h"
#include "mesh/host/job.h"

namespace mesh::host {

class WorkerPool {
 public:
  /// False: the worker was given up meanwhile (GiveUpOne).
  using Work = std::function<bool(Job&)>;
  /// The system gives no further thread; so many work. Called once at most, with a lock held: it must
  /// not call back.
  using Refused = std::function<void(std::uint32_t threads)>;
  /// Called when the pool has come to rest, with a lock held: it must neither wait nor call back.
  using Rested = std::function<void()>;

  /// At most so many threads work at a time. They are started when there is something to do for them, so a
  /// large number costs nothing. More than `processors` of them run only while jobs take long, as those do
  /// whose handlers wait for something. 0: there are none, every job waits for RunQueued, and nobody takes
  /// pieces.
  WorkerPool(Work work, std::uint32_t threads, Refused refused = nullptr, Rested rested = nullptr,
             std::uint32_t processors = std::thread::hardware_concurrency());
  ~WorkerPool() { Join(); }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// Any thread.
  void Submit(Job job);
  /// There are so many pieces: workers that would wait otherwise take them. One feed at a time, which may be
  /// offered again and again.
  void Offer(Feed& feed, std::size_t pieces);
  /// No worker takes any more pieces; waits for those that are at one.
  void Withdraw();
  /// A worker will not come back in time: another one may be started in its place.
  void GiveUpOne();
  /// Without threads: works off the job that is number `nth` of those that wait, in the caller's thread.
  /// False: there are not so many. A job may run another one.
  bool RunQueued(std::size_t nth = 0);
  /// The jobs that no worker has begun; none will.
  std::deque<Job> TakeQueued();
  /// Works off what is queued, then waits for every worker, those that were given up too. No worker is
  /// started any more.
  void Join();

  /// Jobs that no worker keeps for itself and none has begun.
  std::size_t queued() const;
  /// Workers that were started and not given up.
  std::uint32_t threads() const;
  /// True: nothing is queued, and no worker does anything but those that were given up.
  bool at_rest() const;

 private:
  struct Worker {
    WorkerPool* pool = nullptr;
    std::optional<Job> own;      ///< To be done next, by this worker.
    std::uint32_t in_a_row = 0;  ///< Own jobs since the shared ones had their turn.
    bool idle = true;            ///< Counted as idle from its start, before it first asks for a job.
    bool left = false;           ///< Its thread does nothing more.
    std::atomic<std::uint64_t> begun = 0;  ///< Jobs; only its own thread writes.
    std::uint64_t seen = 0;                ///< Of those, at the last look.
    bool slow = false;                     ///< It was in one job from one look to the next.
    std::thread thread;
  };
  static Worker*& Current();

  // Most of these are called with `mutex_` held.

  void StartIfNeeded();
  bool Start();
  void WakeOne();
  /// Somebody takes pieces beside those who do.
  void CallForHelp();
  void TellRest() const;
  bool Rests() const { return shared_.empty() && idle_ == active_; }
  void JoinThoseWhoLeft();
  /// So many workers may run.
  std::uint32_t RunMost() const {
    return processors_ + static_cast<std::uint32_t>(std::max(slow_ - given_up_, 0));
  }
  bool MayRun(std::uint32_t more = 1) const { return closing_ || active_ - idle_ + more <= RunMost(); }
  bool HasWork() const { return !shared_.empty() || pieces_ > 0; }
  void WaitForWork(Worker& self, std::unique_lock<std::mutex>& lock);
  void LookForSlow();
  bool TakeShared(Worker& self, Job& job);
  bool TakePiece(Worker& self, std::unique_lock<std::mutex>& lock);

  void Run(Worker& self);
  /// True: the worker that was given up takes a place that is free.
  bool ComeBack(Worker& self);
  bool Next(Worker& self, Job& job);
  /// The shared ones have their turn: an own job goes behind them.
  void TakeTurns(Worker& self);
  static void TakeOwn(Worker& self, Job& job);

  const Work work_;
  const std::uint32_t most_;
  const std::uint32_t processors_;
  Refused refused_;
  const Rested rested_;
  mutable std::mutex mutex_;
  std::condition_variable filled_;
  std::condition_variable fed_up_;  ///< Nobody is at a piece.
  std::deque<Job> shared_;
  Feed* feed_ = nullptr;
  std::size_t pieces_ = 0;     ///< That it may have, of those that were offered.
  std::uint64_t offers_ = 0;   ///< Since the pool began.
  std::uint32_t feeding_ = 0;  ///< Workers at a piece.
  std::list<Worker> workers_;
  std::uint32_t active_ = 0;  ///< Started and not given up; without threads: calls of RunQueued.
  std::uint32_t idle_ = 0;    ///< Of those: they wait for a job, or are about to.
  std::int32_t slow_ = 0;     ///< Workers that are slow.
  /// And have not come back. Below 0 for a moment where one comes back before it is given up.
  std::int32_t given_up_ = 0;
  bool looks_out_ = false;  ///< An idle worker looks for slow ones.
  bool may_start_ = true;   ///< The system has not refused a thread yet.
  bool closing_ = false;
};

}  // namespace mesh::host
