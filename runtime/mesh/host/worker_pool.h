// Threads that work off jobs; or none, where whoever owns the pool works them off. A job that a worker gives
// out while it ends its own is kept for the same worker, so that an envelope that goes from actor to actor
// meets no contended lock.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <thread>

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
  /// large number costs nothing. 0: there are none, and every job waits for RunQueued.
  WorkerPool(Work work, std::uint32_t threads, Refused refused = nullptr, Rested rested = nullptr);
  ~WorkerPool() { Join(); }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// Any thread.
  void Submit(Job job);
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
    std::uint32_t in_a_row = 0;  ///< Own jobs since it last took a shared one.
    bool idle = true;            ///< Counted as idle from its start, before it first asks for a job.
    bool left = false;           ///< Its thread does nothing more.
    std::thread thread;
  };
  static Worker*& Current();

  /// These are called with `mutex_` held.
  void StartIfNeeded();
  void TellRest() const;
  bool Rests() const { return shared_.empty() && idle_ == active_; }
  void JoinThoseWhoLeft();

  void Run(Worker& self);
  /// True: the worker that was given up takes a place that is free.
  bool ComeBack(Worker& self);
  bool Next(Worker& self, Job& job);
  bool TakeShared(Worker& self, Job& job);

  const Work work_;
  const std::uint32_t most_;
  Refused refused_;
  const Rested rested_;
  mutable std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<Job> shared_;
  std::list<Worker> workers_;
  std::uint32_t active_ = 0;  ///< Started and not given up; without threads: calls of RunQueued.
  std::uint32_t idle_ = 0;    ///< Of those: they wait for a job, or are about to.
  bool may_start_ = true;     ///< The system has not refused a thread yet.
  bool closing_ = false;
};

}  // namespace mesh::host
