#include "mesh/host/worker_pool.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <system_error>
#include <utility>
#include <variant>

#include "mesh/host/crash_report.h"

namespace mesh::host {

namespace {

/// Own jobs in a row before the shared queue has its turn: no envelope may keep a worker to itself.
constexpr std::uint32_t kMaxInARow = 64;
/// A job that takes longer counts as one that waits for something.
constexpr std::chrono::milliseconds kSlow{1};
/// One look at so many workers costs next to nothing.
constexpr std::size_t kWorkersPerLook = 256;

/// Where many envelopes wait each has gone out of the cache since its last visit: it comes back while the job
/// before it is worked off.
void Prefetch(const Job& next) {
  constexpr std::size_t kCacheLine = 64;
  const auto* const delivery = std::get_if<transport::Delivery>(&next.work);
  if (delivery == nullptr || delivery->envelope == nullptr) return;
  const auto* const bytes = reinterpret_cast<const char*>(delivery->envelope.get());
  for (std::size_t at = 0; at < sizeof(Envelope); at += kCacheLine) __builtin_prefetch(bytes + at);
}

}  // namespace

WorkerPool::Worker*& WorkerPool::Current() {
  // Says which worker this thread is, nothing else.
  static thread_local Worker* current = nullptr;
  return current;
}

WorkerPool::WorkerPool(Work work, std::uint32_t threads, Refused refused, Rested rested,
                       std::uint32_t processors)
    : work_(std::move(work)),
      most_(threads),
      processors_(std::max<std::uint32_t>(processors, 1)),
      refused_(std::move(refused)),
      rested_(std::move(rested)) {}

void WorkerPool::Submit(Job job) {
  Worker* self = Current();
  if (self != nullptr && self->pool == this && !self->own) {
    self->own = std::move(job);
    return;
  }
  const std::lock_guard lock(mutex_);
  shared_.push_back(std::move(job));
  StartIfNeeded();
  WakeOne();
}

void WorkerPool::Offer(Feed& feed, std::size_t pieces) {
  const std::lock_guard lock(mutex_);
  feed_ = &feed;
  pieces_ = pieces;
  ++offers_;
  CallForHelp();
}

void WorkerPool::Withdraw() {
  std::unique_lock lock(mutex_);
  feed_ = nullptr;
  pieces_ = 0;
  fed_up_.wait(lock, [this] { return feeding_ == 0; });
}

void WorkerPool::CallForHelp() {
  if (pieces_ == 0 || !MayRun()) return;
  if (idle_ > 0) return filled_.notify_one();
  if (active_ < most_) Start();
}

void WorkerPool::WakeOne() {
  // Where no more may run somebody looks out until they may.
  if (idle_ > 0 && (MayRun() || !looks_out_)) filled_.notify_one();
}

void WorkerPool::GiveUpOne() {
  const std::lock_guard lock(mutex_);
  --active_;
  ++given_up_;
  StartIfNeeded();
  WakeOne();
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
  stays ? --active_ : --given_up_;
  TellRest();
  return true;
}

std::deque<Job> WorkerPool::TakeQueued() {
  const std::lock_guard lock(mutex_);
  return std::exchange(shared_, {});
}

void WorkerPool::StartIfNeeded() {
  // One more than may run: it looks out.
  while (shared_.size() > idle_ && active_ < std::min(most_, RunMost() + 1) && Start()) {
  }
}

bool WorkerPool::Start() {
  if (closing_ || !may_start_) return false;
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
    return false;
  }
  ++active_;
  ++idle_;
  return true;
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
  --given_up_;
  if (std::exchange(self.slow, false)) --slow_;
  const bool full = active_ >= most_;
  if (full && self.own) {
    // What has come in meanwhile is for the others: whoever leaves has no next round for it.
    shared_.push_front(std::move(*self.own));
    self.own.reset();
    WakeOne();
  }
  self.left = full || (closing_ && shared_.empty() && !self.own);
  if (!self.left) ++active_;
  return !self.left;
}

bool WorkerPool::Next(Worker& self, Job& job) {
  // What follows at once from the job that has ended is as late as that.
  std::int64_t seen_ns = self.own ? job.seen_ns : 0;
  if (self.own && ++self.in_a_row > kMaxInARow) {
    TakeTurns(self);
    seen_ns = 0;
  }
  if (!self.own && !TakeShared(self, job)) return false;
  if (self.own) TakeOwn(self, job);
  job.seen_ns = seen_ns;
  self.begun.store(self.begun.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  return true;
}

void WorkerPool::TakeOwn(Worker& self, Job& job) {
  job = std::move(*self.own);
  self.own.reset();
}

void WorkerPool::TakeTurns(Worker& self) {
  self.in_a_row = 0;
  const std::lock_guard lock(mutex_);
  if (shared_.empty()) return;
  shared_.push_back(std::move(*self.own));
  *self.own = std::move(shared_.front());
  shared_.pop_front();
}

bool WorkerPool::TakeShared(Worker& self, Job& job) {
  self.in_a_row = 0;
  std::unique_lock lock(mutex_);
  if (std::exchange(self.slow, false)) --slow_;
  while (true) {
    if (self.idle || !HasWork() || !MayRun(0)) WaitForWork(self, lock);
    if (!shared_.empty()) break;
    if (pieces_ == 0 || closing_) return false;
    if (TakePiece(self, lock)) return true;
  }
  job = std::move(shared_.front());
  shared_.pop_front();
  if (!shared_.empty()) {
    Prefetch(shared_.front());
    // Whoever was to look out may be this one.
    StartIfNeeded();
    WakeOne();
  }
  return true;
}

void WorkerPool::WaitForWork(Worker& self, std::unique_lock<std::mutex>& lock) {
  if (!std::exchange(self.idle, true)) ++idle_;
  TellRest();
  while (!(HasWork() && MayRun()) && !(closing_ && shared_.empty())) {
    if (shared_.empty() || looks_out_) {
      filled_.wait(lock);
      continue;
    }
    looks_out_ = true;
    filled_.wait_for(lock, kSlow * (1 + workers_.size() / kWorkersPerLook));
    looks_out_ = false;
    LookForSlow();
  }
  self.idle = false;
  --idle_;
}

void WorkerPool::LookForSlow() {
  for (Worker& worker : workers_) {
    const std::uint64_t begun = worker.begun.load(std::memory_order_relaxed);
    const bool slow = !worker.idle && !worker.left && std::exchange(worker.seen, begun) == begun;
    if (slow == std::exchange(worker.slow, slow)) continue;
    slow ? ++slow_ : --slow_;
  }
  StartIfNeeded();
}

/// True: what has followed from it is the worker's own.
bool WorkerPool::TakePiece(Worker& self, std::unique_lock<std::mutex>& lock) {
  Feed& feed = *feed_;
  const std::uint64_t offers = offers_;
  --pieces_;
  ++feeding_;
  CallForHelp();
  lock.unlock();
  const bool had_one = feed.Step();
  lock.lock();
  if (--feeding_ == 0) fed_up_.notify_all();
  // It may have been offered again meanwhile.
  if (!had_one && offers == offers_) pieces_ = 0;
  return self.own.has_value();
}

}  // namespace mesh::host
