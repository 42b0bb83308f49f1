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

void AmqpMailbox::Serve(std::uint32_t credit) {
  const std::uint16_t prefetch = PrefetchOf(credit);
  prefetch_ = prefetch;
  transport_.receiver().Consume(*this, prefetch);
}

void AmqpMailbox::Unsubscribe() {
  std::deque<Delivery> ahead = EndConsuming();
  transport_.receiver().Cancel(*this);
  for (Delivery& delivery : ahead) transport_.HandBack(*this, std::move(delivery), 0, false);
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
  if (!Keep(delivery)) transport_.HandBack(*this, std::move(delivery), 0, false);
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
