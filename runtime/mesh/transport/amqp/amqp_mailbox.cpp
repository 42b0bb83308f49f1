#include "mesh/transport/amqp/amqp_mailbox.h"

#include <algorithm>
#include <utility>

#include "mesh/transport/amqp/amqp_transport.h"

namespace mesh::transport {

namespace {

/// What the broker lends to one consumer: what that may have, and as many ahead, but no more than 200 for the
/// sake of those.
std::uint16_t PrefetchOf(std::uint32_t credit) {
  constexpr std::uint32_t kMost = 200;
  const std::uint32_t some = std::clamp<std::uint32_t>(credit, 1, UINT16_MAX);
  return static_cast<std::uint16_t>(std::max(some, std::min(2 * some, kMost)));
}

}  // namespace

AmqpMailbox::AmqpMailbox(AmqpTransport& transport, const Clock& clock, std::string name)
    : LedgerMailbox(transport, clock, std::move(name)), transport_(transport) {}

void AmqpMailbox::Serve(std::uint32_t credit) { transport_.receiver().Consume(*this, PrefetchOf(credit)); }

void AmqpMailbox::Unsubscribe() {
  std::deque<Waiting> ahead;
  {
    const std::lock_guard lock(mutex_);
    consumer_ = nullptr;
    ahead = std::exchange(waiting_, {});
  }
  transport_.receiver().Cancel(*this);
  for (Waiting& each : ahead) transport_.HandBack(*this, std::move(each.delivery), 0, false);
}

void AmqpMailbox::HandBack(Delivery delivery, std::int64_t delay_ns) {
  transport_.HandBack(*this, std::move(delivery), delay_ns, true);
}

bool AmqpMailbox::Lends(const Delivery& delivery) const { return transport_.IsLent(delivery.tag); }

std::size_t AmqpMailbox::depth() const {
  return static_cast<std::size_t>(transport_.receiver().Count(name()).value_or(0));
}

Contents AmqpMailbox::contents() const { return {.waiting = depth()}; }

void AmqpMailbox::Arrive(Delivery delivery) {
  {
    const std::lock_guard lock(mutex_);
    if (consumer_ != nullptr) {
      waiting_.push_back({std::move(delivery), std::chrono::steady_clock::now()});
      return DeliverWaiting();
    }
  }
  transport_.HandBack(*this, std::move(delivery), 0, false);
}

/// Called with `mutex_` held.
void AmqpMailbox::DeliverWaiting() {
  while (consumer_ != nullptr && on_loan_ < credit_ && !waiting_.empty()) {
    ++on_loan_;
    Delivery next = std::move(waiting_.front().delivery);
    waiting_.pop_front();
    consumer_->Take(std::move(next));
  }
}

void AmqpMailbox::Ended(std::uint32_t loans) {
  const std::lock_guard lock(mutex_);
  on_loan_ -= std::min(loans, on_loan_);
  DeliverWaiting();
}

std::vector<std::uint64_t> AmqpMailbox::Forget(const std::set<std::uint64_t>& tags) {
  std::vector<std::uint64_t> forgotten;
  const std::lock_guard lock(mutex_);
  std::erase_if(waiting_, [&](const Waiting& each) {
    if (!tags.contains(each.delivery.tag)) return false;
    forgotten.push_back(each.delivery.tag);
    return true;
  });
  return forgotten;
}

std::vector<Delivery> AmqpMailbox::TakeOld(std::chrono::steady_clock::time_point limit) {
  std::vector<Delivery> old;
  const std::lock_guard lock(mutex_);
  while (!waiting_.empty() && waiting_.front().since < limit) {
    old.push_back(std::move(waiting_.front().delivery));
    waiting_.pop_front();
  }
  return old;
}

}  // namespace mesh::transport
