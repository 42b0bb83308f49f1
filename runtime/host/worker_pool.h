// Threads that work off jobs. A job that a worker gives out while it ends its own is kept for the
// same worker, so that an envelope that goes from actor to actor meets no contended lock.
#pragma once

#include <condition_variable>
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
  /// False: the worker was replaced meanwhile and leaves.
  using Work = std::function<bool(Job&)>;

  explicit WorkerPool(Work work) : work_(std::move(work)) {}
  ~WorkerPool() { Join(); }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// A thread more; also in place of one that has overrun.
  void AddWorker();
  /// Any thread.
  void Submit(Job job);
  /// Works off what is queued, then waits for every worker, the replaced ones too. No worker is
  /// added any more.
  void Join();

 private:
  struct Worker {
    WorkerPool* pool = nullptr;
    std::optional<Job> own;      ///< To be done next, by this worker.
    std::uint32_t in_a_row = 0;  ///< Own jobs since it last took a shared one.
    bool left = false;           ///< Its thread does nothing more.
    std::thread thread;
  };
  static Worker*& Current();

  void Run(Worker& self);
  void Leave(Worker& self);
  bool Next(Worker& self, Job& job);
  bool TakeShared(Job& job);

  const Work work_;
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<Job> shared_;
  std::list<Worker> workers_;
  std::uint32_t idle_ = 0;
  bool closing_ = false;
};

}  // namespace mesh::host
