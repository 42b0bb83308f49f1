#include "mesh/host/worker_pool.h"

#include <iterator>
#include <system_error>
#include <utility>

#include "mesh/host/crash_report.h"

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

WorkerPool::WorkerPool(Work work, std::uint32_t threads, Refused refused, Rested rested)
    : work_(std::move(work)), most_(threads), refused_(std::move(refused)), rested_(std::move(rested)) {}

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
    StartIfNeeded();
    wake = idle_ > 0;
  }
  if (wake) filled_.notify_one();
}

void WorkerPool::GiveUpOne() {
  const std::lock_guard lock(mutex_);
  --active_;
  StartIfNeeded();
  TellRest();
}

void WorkerPool::TellRest() const {
  if (rested_ && Rests()) rested_();
}

bool WorkerPool::RunQueued(std::size_t nth) {
  Job job;
  {
    const std::lock_guard lock(mutex_);
    if (most_ > 0 || nth >= shared_.size()) return false;
    const auto at = std::next(shared_.begin(), static_cast<std::ptrdiff_t>(nth));
    job = std::move(*at);
    shared_.erase(at);
    ++active_;
  }
  const bool stays = work_(job);
  const std::lock_guard lock(mutex_);
  if (stays) --active_;
  TellRest();
  return true;
}

std::deque<Job> WorkerPool::TakeQueued() {
  const std::lock_guard lock(mutex_);
  return std::exchange(shared_, {});
}

void WorkerPool::StartIfNeeded() {
  if (closing_ || !may_start_ || active_ >= most_ || shared_.size() <= idle_) return;
  JoinThoseWhoLeft();
  Worker& worker = workers_.emplace_back();
  worker.pool = this;
  try {
    worker.thread = std::thread([this, &worker] { Run(worker); });
  } catch (const std::system_error&) {
    workers_.pop_back();
    // With no worker at all nothing else would ever ask again.
    may_start_ = active_ == 0;
    if (auto refused = std::exchange(refused_, nullptr)) refused(active_);
    return;
  }
  ++active_;
  ++idle_;
}

void WorkerPool::JoinThoseWhoLeft() {
  // Who left has let go of the lock for the last time: joining does not wait.
  std::erase_if(workers_, [](Worker& worker) {
    if (worker.left) worker.thread.join();
    return worker.left;
  });
}

void WorkerPool::Join() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  filled_.notify_all();
  while (RunQueued()) {
  }
  for (Worker& worker : workers_) {
    if (worker.thread.joinable()) worker.thread.join();
  }
}

std::size_t WorkerPool::queued() const {
  const std::lock_guard lock(mutex_);
  return shared_.size();
}

std::uint32_t WorkerPool::threads() const {
  const std::lock_guard lock(mutex_);
  return active_;
}

bool WorkerPool::at_rest() const {
  const std::lock_guard lock(mutex_);
  return Rests();
}

void WorkerPool::Run(Worker& self) {
  const CrashStack stack;
  Current() = &self;
  for (Job job; Next(self, job);) {
    if (!work_(job) && !ComeBack(self)) return;
  }
}

bool WorkerPool::ComeBack(Worker& self) {
  const std::lock_guard lock(mutex_);
  const bool full = active_ >= most_;
  if (full && self.own) {
    // What has come in meanwhile is for the others: whoever leaves has no next round for it.
    shared_.push_front(std::move(*self.own));
    self.own.reset();
    if (idle_ > 0) filled_.notify_one();
  }
  self.left = full || (closing_ && shared_.empty() && !self.own);
  if (!self.left) ++active_;
  return !self.left;
}

bool WorkerPool::Next(Worker& self, Job& job) {
  if (!self.own) {
    self.in_a_row = 0;
    return TakeShared(self, job);
  }
  ++self.in_a_row;
  job = std::move(*self.own);
  self.own.reset();
  return true;
}

bool WorkerPool::TakeShared(Worker& self, Job& job) {
  std::unique_lock lock(mutex_);
  if (!std::exchange(self.idle, false)) ++idle_;
  TellRest();
  filled_.wait(lock, [this] { return closing_ || !shared_.empty(); });
  --idle_;
  if (shared_.empty()) return false;
  job = std::move(shared_.front());
  shared_.pop_front();
  return true;
}

}  // namespace mesh::host
