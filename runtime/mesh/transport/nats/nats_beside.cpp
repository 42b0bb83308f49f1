// Transitions of a mesh whose messages are on a NATS server and whose state is kept beside it: the store
// changes with what is to be sent, then that is sent, then the input is acknowledged.
#include <utility>

#include "mesh/transport/mark.h"
#include "mesh/transport/message_limit.h"
#include "mesh/transport/nats/nats_transport.h"

namespace mesh::transport {

void NatsTransport::CarryBeside(std::shared_ptr<Order> order, Plan plan) {
  order->beside = {.plan = std::move(plan), .nonce = order->work.nonce};
  // A message that was moved or handed back is a new one to the server, which may have lent it before.
  order->beside.again = order->input.has_value();
  const bool only_sends = beside_carrier_.Begin(order->beside, beside_->state());
  const auto& sends = order->beside.first ? order->beside.first->sends : order->beside.sends;
  const bool too_large = std::ranges::any_of(
      sends, [this](const Sending& sending) { return sending.letter.body.size() + kBytesBeside > longest_; });
  if (too_large) return GiveUpBeside(*order, Outcome::kTooLarge);
  if (only_sends) return SendBeside(order);
  beside_->Carry(
      std::nullopt,
      [this, order](const state::State& state) { return beside_carrier_.Plan(order->beside, state); },
      [this, order](Outcome stored) {
        if (stored == Outcome::kDone) return SendBeside(order);
        GiveUpBeside(*order, stored == Outcome::kTooLarge ? stored : Outcome::kClosed);
      });
}

void NatsTransport::SendBeside(const std::shared_ptr<Order>& order) {
  if (order->beside.sends.empty()) {
    Erase(beside_carrier_.Sent(order->beside));
    return Finish(*order, Outcome::kDone);
  }
  // Each time is another sending: of those that come twice the line's claim knows which is a copy.
  const std::string mark = NewMark();
  std::vector<NatsMessage> messages;
  for (const Sending& sending : std::exchange(order->beside.sends, {})) {
    const std::string origin = mark + "." + std::to_string(messages.size());
    messages.push_back(WriteNatsLetter(names_, sending, NatsMessageId(sending.letter.id, origin)));
  }
  PublishAll(std::move(messages), [this, order](Outcome outcome) {
    if (outcome == Outcome::kDone) Erase(beside_carrier_.Sent(order->beside));
    Finish(*order, outcome);
  });
}

void NatsTransport::GiveUpBeside(Order& order, Outcome outcome) {
  beside_carrier_.GiveBack(std::exchange(order.beside, {}));
  Finish(order, outcome);
}

/// If it is not done it is done once more by whoever finds it.
void NatsTransport::Erase(std::vector<state::Change> erasures) {
  if (erasures.empty() || beside_ == nullptr) return;
  beside_->Carry(
      std::nullopt,
      [changes = std::move(erasures)](const state::State&) { return Transition{.changes = changes}; },
      nullptr);
}

}  // namespace mesh::transport
