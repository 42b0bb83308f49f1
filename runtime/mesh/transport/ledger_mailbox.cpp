#include "mesh/transport/ledger_mailbox.h"

#include <algorithm>
#include <utility>

#include "mesh/value/saturating.h"

namespace mesh::transport {

LedgerMailbox::LedgerMailbox(Ledger& ledger, const Clock& clock, std::string name)
    : ledger_(ledger), clock_(clock), name_(std::move(name)) {}

bool LedgerMailbox::Send(Message message, std::int64_t delay_ns) {
  Sending sending{.mailbox = name_, .letter = std::move(*message.letter)};
  if (delay_ns > 0) sending.not_before_ns = AddSaturating(clock_.now_ns(), delay_ns);
  const Outcome outcome = ledger_.CarryOut(std::nullopt, [sending = std::move(sending)](const state::State&) {
    Transition transition;
    transition.sends.push_back(sending);
    return transition;
  });
  return outcome == Outcome::kDone;
}

void LedgerMailbox::Subscribe(std::uint32_t credit, Consumer& consumer) {
  {
    const std::lock_guard lock(mutex_);
    consumer_ = &consumer;
    credit_ = credit;
    DeliverWaiting();
  }
  Serve(credit);
}

bool LedgerMailbox::Keep(Delivery& delivery) {
  const std::lock_guard lock(mutex_);
  if (consumer_ == nullptr) return false;
  waiting_.push_back({std::move(delivery), std::chrono::steady_clock::now()});
  DeliverWaiting();
  return true;
}

std::deque<Delivery> LedgerMailbox::EndConsuming() {
  const std::lock_guard lock(mutex_);
  consumer_ = nullptr;
  std::deque<Delivery> ahead;
  for (Waiting& each : std::exchange(waiting_, {})) ahead.push_back(std::move(each.delivery));
  return ahead;
}

void LedgerMailbox::Ended(std::uint32_t loans) {
  const std::lock_guard lock(mutex_);
  on_loan_ -= std::min(loans, on_loan_);
  DeliverWaiting();
}

void LedgerMailbox::DeliverWaiting() {
  while (consumer_ != nullptr && on_loan_ < credit_ && !waiting_.empty()) {
    ++on_loan_;
    Delivery next = std::move(waiting_.front().delivery);
    waiting_.pop_front();
    consumer_->Take(std::move(next));
  }
}

void LedgerMailbox::Acknowledge(const Delivery& delivery) {
  ledger_.Carry(
      Loan{this, delivery.tag}, [](const state::State&) { return Transition(); }, nullptr);
}

}  // namespace mesh::transport
