#include "tests/support/broker/connection.h"

#include <utility>

#include "mesh/value/saturating.h"

namespace mesh::test {

using transport::Outcome;

Connection::Connection(Broker& broker)
    : broker_(broker), carrier_(broker.clock_, true, [&broker] { return broker.NewNonce(); }) {}

Connection::~Connection() {
  Close();
  Flush();
  const std::lock_guard lock(broker_.mutex_);
  if (dead_) return;
  // Acknowledgements need no receipt.
  while (broker_.RunTaskOf(*this)) {
  }
  const auto erasures = carrier_.TakeErasures();
  if (!erasures.empty()) static_cast<void>(broker_.Change(*this, {.changes = erasures}));
  broker_.Forget(*this, false);
}

void Connection::Die() {
  const std::lock_guard lock(broker_.mutex_);
  if (std::exchange(dead_, true)) return;
  closed_ = true;
  held_.clear();
  unfinished_.clear();
  broker_.Forget(*this, true);
}

void Connection::Lose() {
  const std::lock_guard lock(broker_.mutex_);
  for (auto& [tag, held] : held_) held.lost = true;
  broker_.LoseLoans(*this, true);
}

transport::Mailbox& Connection::Open(std::string_view name) {
  const std::lock_guard lock(broker_.mutex_);
  const auto at = mailboxes_.find(name);
  if (at != mailboxes_.end()) return *at->second;
  auto mailbox = std::make_unique<ConnectionMailbox>(*this, std::string(name));
  return *mailboxes_.emplace(name, std::move(mailbox)).first->second;
}

void Connection::Close() {
  const std::lock_guard lock(broker_.mutex_);
  for (const auto& [name, mailbox] : mailboxes_) mailbox->Unsubscribe();
  closed_ = true;
}

void Connection::Carry(std::optional<transport::Loan> input, transport::Plan plan,
                       transport::Receipt receipt) {
  Take(input, {.plan = std::move(plan), .nonce = {}}, std::move(receipt));
}

void Connection::Enter(transport::Plan plan, transport::Receipt receipt) {
  Take(std::nullopt, {.plan = std::move(plan), .nonce = {}, .is_unkept = true}, std::move(receipt));
}

void Connection::Take(std::optional<transport::Loan> input, transport::StoreCarrier::Work work,
                      transport::Receipt receipt) {
  {
    const std::lock_guard lock(broker_.mutex_);
    if (!dead_) {
      auto order = std::make_shared<Order>(
          Order{.input = input, .work = std::move(work), .receipt = std::move(receipt)});
      unfinished_.insert(order->number = ++begun_);
      return Later([this, order] { Begin(order); });
    }
  }
  if (receipt) receipt(Outcome::kClosed);
}

bool Connection::IsTooLarge(const transport::Transition& part) const {
  return broker_.options_.too_large && broker_.options_.too_large(part);
}

void Connection::Begin(const OrderOf& order) {
  if (order->input) {
    const auto held = held_.find(order->input->tag);
    if (held == held_.end() || held->second.lost) return Finish(order, Outcome::kGone);
    order->work.nonce = held->second.nonce;
    order->work.again = held->second.again;
    order->work.is_unkept = held->second.travels;
  }
  if (closed_) return Finish(order, Outcome::kClosed);
  if (!repeats()) return CarryAsOne(order);
  if (carrier_.Begin(order->work, state())) {
    if (IsTooLarge({.sends = order->work.sends})) return Finish(order, Outcome::kTooLarge);
    return SendAll(order);
  }
  Later([this, order] { Change(order); });
}

void Connection::CarryAsOne(const OrderOf& order) {
  transport::Transition transition = order->work.plan(state());
  if (IsTooLarge(transition)) return Finish(order, Outcome::kTooLarge);
  // Nothing comes between.
  static_cast<void>(broker_.Change(*this, transition));
  for (const transport::Sending& sending : transition.sends) Post(sending);
  if (order->input) {
    broker_.Acknowledge(held_.at(order->input->tag).mailbox, order->input->tag);
    // No transaction brings back what it has taken.
    broker_.acknowledged_.clear();
  }
  Later([this, order] { Finish(order, Outcome::kDone); });
}

void Connection::Change(const OrderOf& order) {
  if (broker_.options_.replication) return Read(order);
  for (;;) {
    const transport::Transition transition = carrier_.Plan(order->work, state());
    if (IsTooLarge(transition)) return Finish(order, Outcome::kTooLarge);
    if (broker_.Change(*this, transition)) break;
  }
  Later([this, order] { SendAll(order); });
}

void Connection::Read(const OrderOf& order) {
  transport::Transition transition = carrier_.Plan(order->work, state());
  if (IsTooLarge(transition)) return Finish(order, Outcome::kTooLarge);
  const auto write = std::make_shared<Broker::Write>(broker_.Prepare(std::move(transition)));
  Later([this, order, write] { Write(order, write); });
}

void Connection::Write(const OrderOf& order, const std::shared_ptr<Broker::Write>& write) {
  switch (broker_.Store(*this, *write)) {
    case Broker::Written::kNoAnswer: return Later([this, order, write] { Write(order, write); });
    case Broker::Written::kConflict: return Later([this, order] { Read(order); });
    case Broker::Written::kStored: return Later([this, order] { SendAll(order); });
  }
}

void Connection::SendAll(const OrderOf& order) {
  const std::vector<transport::Sending> sends = std::exchange(order->work.sends, {});
  order->left = sends.size();
  const auto confirmed = [this, order] {
    if (order->left > 0 && --order->left > 0) return;
    carrier_.Sent(order->work);
    Finish(order, Outcome::kDone);
  };
  if (sends.empty()) return confirmed();
  for (const transport::Sending& sending : sends) {
    Later([this, sending, confirmed] {
      Post(sending);
      // Who is not told that it is there sends it again.
      if (repeats() && broker_.chance_.Thousandth(broker_.options_.doubled)) Post(sending);
      Later(confirmed);
    });
  }
}

/// Each try has a nonce of its own, unless the message keeps one.
void Connection::Post(const transport::Sending& sending, std::uint32_t again, std::uint32_t handed_back) {
  Broker::Stored message{.letter = sending.letter,
                         .not_before_ns = sending.not_before_ns,
                         .again = again,
                         .handed_back = handed_back};
  if (repeats() && message.letter.nonce.empty()) message.letter.nonce = broker_.NewNonce();
  broker_.Put(sending.mailbox, std::move(message));
}

void Connection::Finish(const OrderOf& order, Outcome outcome) {
  if (order->input && outcome == Outcome::kDone && repeats()) {
    const auto held = held_.find(order->input->tag);
    if (held != held_.end() && !held->second.lost) {
      Later([this, mailbox = held->second.mailbox, tag = order->input->tag] {
        broker_.Acknowledge(mailbox, tag);
      });
    }
  }
  if (order->input && outcome != Outcome::kDone)
    broker_.Tell("what follows from {} is not carried out", std::to_string(order->input->tag));
  // What could not be carried out stays on loan.
  const bool is_settled = outcome == Outcome::kDone || outcome == Outcome::kGone;
  if (order->input && is_settled) Release(order->input->tag);
  if (order->receipt) order->receipt(outcome);
  unfinished_.erase(order->number);
  broker_.changed_.notify_all();
}

void Connection::Release(std::uint64_t tag) {
  const auto held = held_.extract(tag);
  if (held.empty()) return;
  for (Broker::Subscriber& each : broker_.At(held.mapped().mailbox).subscribers) {
    if (&each.mailbox->connection() == this && each.on_loan > 0) --each.on_loan;
  }
  broker_.Wake(held.mapped().mailbox);
}

void Connection::Flush() {
  std::unique_lock lock(broker_.mutex_);
  const std::uint64_t until = begun_;
  Fibers* const fibers = broker_.options_.fibers;
  if (fibers == nullptr)
    return broker_.changed_.wait(lock, [this, until] { return dead_ || AllDone(until); });
  if (fibers->current() == nullptr) {
    while (!AllDone(until) && broker_.RunTaskOf(*this)) {
    }
    return;
  }
  while (!dead_ && !AllDone(until)) {
    Fibers::Fiber& self = *fibers->current();
    Later([fibers, &self] { fibers->Resume(self); });
    lock.unlock();
    fibers->Wait();
    lock.lock();
  }
}

Outcome Connection::CarryOut(std::optional<transport::Loan> input, transport::Plan plan) {
  Fibers* const fibers = broker_.options_.fibers;
  if (fibers == nullptr) return Ledger::CarryOut(input, std::move(plan));
  std::optional<Outcome> told;
  Fibers::Fiber* const self = fibers->current();
  const auto receipt = [this, fibers, self, &told](Outcome outcome) {
    told = outcome;
    if (self != nullptr && !dead_) Later([fibers, self] { fibers->Resume(*self); });
  };
  Carry(input, std::move(plan), receipt);
  if (self != nullptr && !dead_) fibers->Wait();
  while (!told && broker_.RunTaskOf(*this)) {
  }
  return told.value_or(Outcome::kClosed);
}

bool ConnectionMailbox::Send(transport::Message message, std::int64_t delay_ns) {
  transport::Sending sending{.mailbox = name_, .letter = std::move(*message.letter)};
  if (delay_ns > 0) sending.not_before_ns = AddSaturating(connection_.broker_.clock_.now_ns(), delay_ns);
  const Outcome outcome =
      connection_.CarryOut(std::nullopt, [sending = std::move(sending)](const state::State&) {
        transport::Transition transition;
        transition.sends.push_back(sending);
        return transition;
      });
  return outcome == Outcome::kDone;
}

void ConnectionMailbox::Subscribe(std::uint32_t credit, transport::Consumer& consumer) {
  const std::lock_guard lock(connection_.broker_.mutex_);
  if (connection_.dead_) return;
  std::uint32_t on_loan = 0;
  for (const auto& [tag, held] : connection_.held_) on_loan += held.mailbox == name_ ? 1 : 0;
  connection_.broker_.At(name_).subscribers.push_back({this, &consumer, credit, on_loan});
  connection_.broker_.Wake(name_);
}

void ConnectionMailbox::Unsubscribe() {
  const std::lock_guard lock(connection_.broker_.mutex_);
  std::erase_if(connection_.broker_.At(name_).subscribers,
                [this](const Broker::Subscriber& each) { return each.mailbox == this; });
}

void ConnectionMailbox::Acknowledge(const transport::Delivery& delivery) {
  connection_.Carry(
      transport::Loan{this, delivery.tag}, [](const state::State&) { return transport::Transition(); },
      nullptr);
}

/// In two steps where messages may come twice: it is another message with the same nonce.
void ConnectionMailbox::HandBack(transport::Delivery delivery, std::int64_t delay_ns) {
  Broker& broker = connection_.broker_;
  const std::lock_guard lock(broker.mutex_);
  const auto held = connection_.held_.find(delivery.tag);
  if (held == connection_.held_.end() || held->second.lost) return connection_.Release(delivery.tag);
  transport::Sending back{.mailbox = name_, .letter = std::move(*delivery.letter)};
  if (delay_ns > 0) back.not_before_ns = AddSaturating(broker.clock_.now_ns(), delay_ns);
  const auto acknowledge = [this, tag = delivery.tag] {
    connection_.broker_.EndLoan(name_, tag);
    connection_.Release(tag);
  };
  connection_.Later([this, back, acknowledge, count = delivery.redeliveries + 1] {
    connection_.Post(back, 0, count);
    connection_.repeats() ? connection_.Later(acknowledge) : acknowledge();
  });
}

bool ConnectionMailbox::Lends(const transport::Delivery& delivery) const {
  const std::lock_guard lock(connection_.broker_.mutex_);
  const auto held = connection_.held_.find(delivery.tag);
  return held != connection_.held_.end() && !held->second.lost;
}

std::size_t ConnectionMailbox::depth() const {
  const std::lock_guard lock(connection_.broker_.mutex_);
  return connection_.broker_.At(name_).waiting.size();
}

}  // namespace mesh::test
