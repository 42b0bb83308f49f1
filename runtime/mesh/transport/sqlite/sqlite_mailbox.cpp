#include "mesh/transport/sqlite/sqlite_mailbox.h"

#include <algorithm>
#include <utility>

#include "mesh/transport/sqlite/sqlite_transport.h"

namespace mesh::transport {

namespace {

/// No more are taken ahead.
constexpr std::uint32_t kMostAhead = 64;
constexpr std::int64_t kCountedNs = kSecondNs;

}  // namespace

SqliteMailbox::SqliteMailbox(SqliteTransport& transport, const Clock& clock, std::string name)
    : LedgerMailbox(transport, clock, std::move(name)), transport_(transport), clock_(clock) {}

void SqliteMailbox::Serve(std::uint32_t) { transport_.Look(); }

void SqliteMailbox::Unsubscribe() {
  for (const Delivery& delivery : EndConsuming()) transport_.Return({this, delivery.tag});
}

void SqliteMailbox::HandBack(Delivery delivery, std::int64_t delay_ns) {
  transport_.HandBack({this, delivery.tag}, delay_ns);
}

std::size_t SqliteMailbox::depth() const { return transport_.Depth(name()); }
Contents SqliteMailbox::contents() const { return transport_.ContentsOf(name()); }

std::uint32_t SqliteMailbox::Room() const {
  const std::lock_guard lock(mutex_);
  if (consumer_ == nullptr) return 0;
  const std::uint64_t most = std::uint64_t{credit_} + std::min({credit_, kMostAhead, AnswersOfLate()});
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(most - std::min<std::uint64_t>(most, lent_), UINT32_MAX));
}

std::uint32_t SqliteMailbox::AnswersOfLate() const {
  const std::int64_t passed_ns = clock_.now_ns() - counted_since_ns_;
  return passed_ns > 2 * kCountedNs ? 0 : std::max(answers_, answers_before_);
}

void SqliteMailbox::Lent(std::uint32_t count) {
  const std::lock_guard lock(mutex_);
  lent_ += count;
}

void SqliteMailbox::Answered(bool worked_off) {
  const std::lock_guard lock(mutex_);
  lent_ -= std::min(lent_, 1U);
  on_loan_ -= std::min(on_loan_, 1U);
  if (worked_off) CountAnswer();
  DeliverWaiting();
}

void SqliteMailbox::CountAnswer() {
  const std::int64_t now_ns = clock_.now_ns();
  const std::int64_t passed_ns = now_ns - counted_since_ns_;
  if (passed_ns > kCountedNs) {
    answers_before_ = passed_ns > 2 * kCountedNs ? 0 : answers_;
    answers_ = 0;
    counted_since_ns_ = now_ns;
  }
  ++answers_;
}

void SqliteMailbox::Returned() {
  const std::lock_guard lock(mutex_);
  lent_ -= std::min(lent_, 1U);
}

void SqliteMailbox::Arrive(Delivery delivery) {
  if (!Keep(delivery)) transport_.Return({this, delivery.tag});
}

}  // namespace mesh::transport
