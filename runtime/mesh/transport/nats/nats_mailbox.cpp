#include "mesh/transport/nats/nats_mailbox.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>

#include "mesh/transport/nats/nats_transport.h"
#include "mesh/transport/steady_ns.h"

namespace mesh::transport {

namespace {

/// No more are taken ahead.
constexpr std::uint32_t kMostAhead = 64;
constexpr std::uint32_t kMostOnLoan = 256;
/// Who has asked for nothing and been sent nothing for so long may leave: the server hardly sends something
/// just then.
constexpr std::int64_t kQuietMs = 50;
constexpr std::int64_t kMostLeaveMs = 500;

}  // namespace

NatsMailbox::NatsMailbox(NatsTransport& transport, const Clock& clock, std::string name, Source source)
    : LedgerMailbox(transport, clock, std::move(name)), transport_(transport), source_(std::move(source)) {}

void NatsMailbox::Serve(std::uint32_t) { transport_.Serve(*this); }

void NatsMailbox::Unsubscribe() {
  const bool consumed = subscribed();
  std::deque<Delivery> ahead = EndConsuming();
  {
    const std::lock_guard lock(mutex_);
    for (Delivery& delivery : ahead) late_.push_back({std::move(delivery), false});
    if (consumed || !leaves_) leaves_since_ms_ = SteadyMs();
    leaves_ = true;
  }
  Leave(Leaving::kIfMay);
}

/// What the server sends while it is told that nobody listens any more is on loan to nobody until its time is
/// up: so who leaves a busy mailbox first takes what he has asked for, which comes soon. All goes back when
/// the last one has come: sooner it might come to this one again.
void NatsMailbox::Leave(Leaving leaving) {
  std::unique_lock lock(mutex_);
  while (leaves_ && (unlistens_ || IsSentSomething())) {
    if (leaving == Leaving::kIfMay) return;
    came_.wait_for(lock, std::chrono::milliseconds(kQuietMs));
  }
  if (!leaves_) return;
  unlistens_ = true;
  void* subscription = nullptr;
  if (consumer_ == nullptr) {
    subscription = std::exchange(subscription_, nullptr);
    pulls_.clear();
  }
  lock.unlock();
  // Else the server would go on sending what was asked for.
  transport_.Unlisten(subscription);
  lock.lock();
  while (!late_.empty()) {
    Late late = std::move(late_.front());
    late_.pop_front();
    lock.unlock();
    transport_.HandBack(*this, std::move(late.delivery), 0, late.counted);
    lock.lock();
  }
  unlistens_ = false;
  // Somebody may have come meanwhile, and left again.
  leaves_ = consumer_ == nullptr && subscription_ != nullptr;
  came_.notify_all();
}

bool NatsMailbox::leaves() const {
  const std::lock_guard lock(mutex_);
  return leaves_;
}

/// Or may be, as far as this process knows.
bool NatsMailbox::IsSentSomething() const {
  const std::int64_t now_ms = SteadyMs();
  return consumer_ == nullptr && asked() > 0 && now_ms < stirred_ms_ + kQuietMs &&
         now_ms < leaves_since_ms_ + kMostLeaveMs;
}

void NatsMailbox::HandBack(Delivery delivery, std::int64_t delay_ns) {
  {
    const std::lock_guard lock(mutex_);
    if (leaves_ && consumer_ == nullptr && delay_ns == 0) return late_.push_back({std::move(delivery), true});
  }
  transport_.HandBack(*this, std::move(delivery), delay_ns, true);
}

std::size_t NatsMailbox::depth() const { return transport_.survey().Depth(*this); }

Contents NatsMailbox::contents() const { return transport_.survey().Read(*this); }

void NatsMailbox::Answered() {
  const std::lock_guard lock(mutex_);
  in_vain_ = 0;
  stirred_ms_ = SteadyMs();
  if (leaves_) came_.notify_all();
  for (auto at = pulls_.begin(); at != pulls_.end(); ++at) {
    if (at->second.left == 0) continue;
    if (--at->second.left == 0) pulls_.erase(at);
    break;
  }
}

void NatsMailbox::Arrive(Delivery delivery) {
  Answered();
  if (Keep(delivery)) return;
  {
    const std::lock_guard lock(mutex_);
    if (leaves_) return late_.push_back({std::move(delivery), false});
  }
  transport_.HandBack(*this, std::move(delivery), 0, false);
}

void NatsMailbox::Refused(std::string_view reply) {
  const std::string_view token = reply.substr(reply.rfind('.') + 1);
  std::uint64_t number = 0;
  std::from_chars(token.data(), token.data() + token.size(), number);
  const std::lock_guard lock(mutex_);
  const auto at = pulls_.find(number);
  if (at == pulls_.end()) return;
  if (at->second.left == at->second.count) ++in_vain_;
  pulls_.erase(at);
}

void NatsMailbox::Forget() {
  const std::lock_guard lock(mutex_);
  pulls_.clear();
}

NatsMailbox::Pull NatsMailbox::NextPull(std::int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  if (consumer_ == nullptr || subscription_ == nullptr) return {};
  const std::uint32_t room = std::min(credit_, kMostOnLoan) + std::min(credit_, kMostAhead);
  const std::uint32_t taken = on_loan_ + static_cast<std::uint32_t>(waiting_.size()) + asked();
  if (taken >= room) return {};
  const std::uint32_t count = room - taken;
  // Not one by one while there is more to come.
  if (count < (room + 1) / 2 && taken > on_loan_) return {};
  pulls_[++next_pull_] = {count, count, now_ms};
  stirred_ms_ = now_ms;
  return {count, inbox_ + "." + std::to_string(next_pull_)};
}

bool NatsMailbox::IsSilent(std::int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  const auto late = [now_ms](const auto& pull) { return now_ms - pull.second.since_ms > kPullMs + 3'000; };
  if (std::erase_if(pulls_, late) == 0 && in_vain_ < 2) return false;
  in_vain_ = 0;
  return true;
}

bool NatsMailbox::Hears(const std::string& inbox, void* subscription) {
  const std::lock_guard lock(mutex_);
  if (subscription_ != nullptr || consumer_ == nullptr) return false;
  inbox_ = inbox;
  subscription_ = subscription;
  return true;
}

bool NatsMailbox::hears() const {
  const std::lock_guard lock(mutex_);
  return subscription_ != nullptr;
}

bool NatsMailbox::subscribed() const {
  const std::lock_guard lock(mutex_);
  return consumer_ != nullptr;
}

std::uint32_t NatsMailbox::asked() const {
  std::uint32_t sum = 0;
  for (const auto& [number, pull] : pulls_) sum += pull.left;
  return sum;
}

}  // namespace mesh::transport
