#include "mesh/transport/ledger_mailbox.h"

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
  }
  Serve(credit);
}

void LedgerMailbox::Acknowledge(const Delivery& delivery) {
  ledger_.Carry(
      Loan{this, delivery.tag}, [](const state::State&) { return Transition(); }, nullptr);
}

}  // namespace mesh::transport
