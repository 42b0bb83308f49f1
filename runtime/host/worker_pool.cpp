#include "mesh/host/worker_pool.h"

#include <utility>

namespace mesh::host {

namespace {

/// Own jobs in a row before the shared queue has its turn: no envelope may keep a worker to itself.
constexpr std::uint32_t kMaxInARow = 64;

}  // namespace

WorkerPool::Worker*& WorkerPool::Current() {
  // Says which worker this thread is, nothing else.
  static thread_local Worker* current = nullptr;
  return current;
}

void WorkerPool::AddWorker() {
  const std::lock_guard lock(mutex_);
  if (closing_) return;
  // Who left has let go of the lock for the last time: joining does not wait.
  std::erase_if(workers_, [](Worker& worker) {
    if (worker.left) worker.thread.join();
    return worker.left;
  });
  Worker& worker = workers_.emplace_back();
  worker.pool = this;
  worker.thread = std::thread([this, &worker] { Run(worker); });
}

void WorkerPool::Submit(Job job) {
  Worker* self = Current();
  if (self != nullptr && self->pool == this && !self->own && self->in_a_row < kMaxInARow) {
    self->own = std::move(job);
    return;
  }
  bool wake = false;
  {
    const std::lock_guard lock(mutex_);
    shared_.push_back(std::move(job));
    wake = idle_ > 0;
  }
  if (wake) filled_.notify_one();
}

void WorkerPool::Join() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  filled_.notify_all();
  for (Worker& worker : workers_) {
    if (worker.thread.joinable()) worker.thread.join();
  }
}

void WorkerPool::Run(Worker& self) {
  Current() = &self;
  for (Job job; Next(self, job);) {
    if (!work_(job)) return Leave(self);
  }
}

void WorkerPool::Leave(Worker& self) {
  const std::lock_guard lock(mutex_);
  self.left = true;
}

bool WorkerPool::Next(Worker& self, Job& job) {
  if (!self.own) {
    self.in_a_row = 0;
    return TakeShared(job);
  }
  ++self.in_a_row;
  job = std::move(*self.own);
  self.own.reset();
  return true;
}

bool WorkerPool::TakeShared(Job& job) {
  std::unique_lock lock(mutex_);
  ++idle_;
  filled_.wait(lock, [this] { return closing_ || !shared_.empty(); });
  --idle_;
  if (shared_.empty()) return false;
  job = std::move(shared_.front());
  shared_.pop_front();
  return true;
}

}  // namespace mesh::host
