#include "mesh/transport/sqlite_mailbox.h"

#include <utility>

#include "mesh/transport/sqlite_transport.h"

namespace mesh::transport {

bool SqliteMailbox::Send(Message message, std::int64_t delay_ns) {
  Sending sending{.mailbox = name_, .letter = std::move(*message.letter)};
  if (delay_ns > 0) sending.not_before_ns = transport_.DueIn(delay_ns);
  const Outcome outcome =
      transport_.CarryOut(std::nullopt, [sending = std::move(sending)](const state::State&) {
        Transition transition;
        transition.sends.push_back(sending);
        return transition;
      });
  return outcome == Outcome::kDone;
}

void SqliteMailbox::Subscribe(std::uint32_t credit, Consumer& consumer) {
  {
    const std::lock_guard lock(mutex_);
    consumer_ = &consumer;
    credit_ = credit;
  }
  transport_.Look();
}

void SqliteMailbox::Unsubscribe() {
  const std::lock_guard lock(mutex_);
  consumer_ = nullptr;
}

void SqliteMailbox::Acknowledge(const Delivery& delivery) {
  transport_.Carry(
      Loan{this, delivery.tag}, [](const state::State&) { return Transition(); }, nullptr);
}

void SqliteMailbox::HandBack(Delivery delivery, std::int64_t delay_ns) {
  transport_.HandBack({this, delivery.tag}, delay_ns);
}

std::size_t SqliteMailbox::depth() const { return transport_.Depth(name_); }
Contents SqliteMailbox::contents() const { return transport_.ContentsOf(name_); }

std::uint32_t SqliteMailbox::RoomAfter(std::uint32_t ended) const {
  const std::lock_guard lock(mutex_);
  const std::uint32_t on_loan = on_loan_ - ended;
  return consumer_ == nullptr || on_loan >= credit_ ? 0 : credit_ - on_loan;
}

void SqliteMailbox::CountLoans(std::uint32_t lent, std::uint32_t ended) {
  const std::lock_guard lock(mutex_);
  on_loan_ = on_loan_ + lent - ended;
}

bool SqliteMailbox::Deliver(Delivery& delivery) {
  const std::lock_guard lock(mutex_);
  if (consumer_ == nullptr) return false;
  consumer_->Take(std::move(delivery));
  return true;
}

}  // namespace mesh::transport
