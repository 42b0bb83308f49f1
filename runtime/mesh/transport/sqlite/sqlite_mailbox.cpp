#include "mesh/transport/sqlite/sqlite_mailbox.h"

#include <algorithm>
#include <utility>

#include "mesh/transport/sqlite/sqlite_transport.h"

namespace mesh::transport {

SqliteMailbox::SqliteMailbox(SqliteTransport& transport, const Clock& clock, std::string name)
    : LedgerMailbox(transport, clock, std::move(name)), transport_(transport) {}

void SqliteMailbox::Serve(std::uint32_t) { transport_.Look(); }

void SqliteMailbox::Unsubscribe() {
  const std::lock_guard lock(mutex_);
  consumer_ = nullptr;
}

void SqliteMailbox::HandBack(Delivery delivery, std::int64_t delay_ns) {
  transport_.HandBack({this, delivery.tag}, delay_ns);
}

std::size_t SqliteMailbox::depth() const { return transport_.Depth(name()); }
Contents SqliteMailbox::contents() const { return transport_.ContentsOf(name()); }

std::uint32_t SqliteMailbox::Room() const {
  const std::lock_guard lock(mutex_);
  return consumer_ == nullptr || on_loan_ >= credit_ ? 0 : credit_ - on_loan_;
}

void SqliteMailbox::Lent(std::uint32_t count) {
  const std::lock_guard lock(mutex_);
  on_loan_ += count;
}

void SqliteMailbox::Answered() {
  const std::lock_guard lock(mutex_);
  on_loan_ -= std::min(on_loan_, 1U);
}

bool SqliteMailbox::Deliver(Delivery& delivery) {
  const std::lock_guard lock(mutex_);
  if (consumer_ == nullptr) return false;
  consumer_->Take(std::move(delivery));
  return true;
}

}  // namespace mesh::transport
