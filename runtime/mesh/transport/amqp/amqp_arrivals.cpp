// What a transport on RabbitMQ is given by the broker, and what becomes of it that no host works off.
#include <set>
#include <utility>
#include <vector>

#include "mesh/transport/amqp/amqp_transport.h"
#include "mesh/value/saturating.h"

namespace mesh::transport {

namespace {

/// What is due so soon is kept here; the rest waits at the broker once more.
constexpr std::int64_t kAmqpHoldNs = 10'000'000'000;

}  // namespace

std::int64_t AmqpTransport::DueIn(std::int64_t delay_ns) const {
  return AddSaturating(clock_.now_ns(), delay_ns);
}

void AmqpTransport::Arrived(AmqpMailbox& mailbox, AmqpPlace place, AmqpLetter letter) {
  // Whoever held it before has died, or was cut off: what is handed back is sent anew.
  letter.letter.suspect = letter.letter.suspect || letter.again > 0;
  if (store_ == nullptr) letter.letter.nonce.clear();
  const std::uint32_t redeliveries = letter.again + letter.handed_back;
  Held held{.mailbox = &mailbox,
            .place = place,
            .nonce = letter.letter.nonce,
            .again = redeliveries > 0,
            .travels = !letter.letter.suspect && !letter.letter.reply.empty()};
  Delivery delivery{.letter = std::make_unique<Letter>(std::move(letter.letter)),
                    .redeliveries = redeliveries};
  {
    const std::lock_guard lock(mutex_);
    delivery.tag = ++next_tag_;
    held_[delivery.tag] = held;
  }
  if (letter.not_before_ns > clock_.now_ns())
    return KeepEarly(std::move(held), std::move(delivery), letter.not_before_ns, letter.handed_back);
  mailbox.Arrive(std::move(delivery));
}

void AmqpTransport::KeepEarly(Held held, Delivery delivery, std::int64_t due_ns, std::uint32_t handed_back) {
  const std::uint64_t tag = delivery.tag;
  if (due_ns - clock_.now_ns() > kAmqpHoldNs) {
    Sending sending{
        .mailbox = held.mailbox->name(), .letter = std::move(*delivery.letter), .not_before_ns = due_ns};
    return PutBack(held, tag, {.sending = std::move(sending), .handed_back = handed_back}, false);
  }
  {
    const std::lock_guard lock(mutex_);
    early_[tag].delivery = std::move(delivery);
  }
  // It is looked for by the thread that runs this: not before this has ended.
  const TimerId timer =
      clock_.At(due_ns, [this, jobs = receiver_->jobs(), tag] { jobs->Put([this, tag] { BeDue(tag); }); });
  const std::lock_guard lock(mutex_);
  early_[tag].timer = timer;
}

void AmqpTransport::BeDue(std::uint64_t tag) {
  Delivery delivery;
  AmqpMailbox* mailbox = nullptr;
  {
    const std::lock_guard lock(mutex_);
    const auto at = early_.find(tag);
    if (at == early_.end()) return;
    delivery = std::move(at->second.delivery);
    early_.erase(at);
    mailbox = held_.at(tag).mailbox;
  }
  mailbox->Arrive(std::move(delivery));
}

/// A channel is gone. What came by it comes again, to anybody; what a handler has not begun is not begun
/// here.
void AmqpTransport::Lose(std::uint64_t opening) {
  std::set<std::uint64_t> lost;
  std::set<AmqpMailbox*> mailboxes;
  {
    const std::lock_guard lock(mutex_);
    for (auto& [tag, held] : held_) {
      if (held.place.opening != opening) continue;
      held.lost = true;
      lost.insert(tag);
      mailboxes.insert(held.mailbox);
    }
    for (const std::uint64_t tag : lost) {
      const auto early = early_.find(tag);
      if (early == early_.end()) continue;
      clock_.Cancel(early->second.timer);
      early_.erase(early);
      held_.erase(tag);
    }
  }
  for (AmqpMailbox* mailbox : mailboxes) {
    for (const std::uint64_t tag : mailbox->Forget(lost)) Release(tag, false);
  }
}

/// The broker would take them for lost, and with them all that came by their channel.
void AmqpTransport::HandBackOld() {
  const auto limit =
      std::chrono::steady_clock::now() - std::chrono::nanoseconds(options_.longest_wait_ns / kWaits);
  for (AmqpMailbox* mailbox : AllMailboxes()) {
    for (Delivery& delivery : mailbox->TakeOld(limit)) HandBack(*mailbox, std::move(delivery), 0, false);
  }
}

void AmqpTransport::HandBack(AmqpMailbox& mailbox, Delivery delivery, std::int64_t delay_ns, bool counted) {
  const auto held = FindHeld(delivery.tag);
  if (!held || held->lost) return Release(delivery.tag, counted);
  Sending sending{.mailbox = mailbox.name(), .letter = std::move(*delivery.letter)};
  if (delay_ns > 0) sending.not_before_ns = DueIn(delay_ns);
  PutBack(*held, delivery.tag, {.sending = std::move(sending), .handed_back = delivery.redeliveries + 1},
          counted);
}

/// It is another message with the same nonce: so it is known when it comes, and nobody suspects it.
void AmqpTransport::PutBack(const Held& held, std::uint64_t tag, AmqpPost post, bool counted) {
  publisher_->Publish(std::move(post), [this, begun = unfinished_.Begin(), tag, counted,
                                        mailbox = held.mailbox, place = held.place](bool stored) {
    if (stored) {
      receiver_->Acknowledge(*mailbox, place);
      Release(tag, counted);
    }
    unfinished_.End(begun);
  });
}

bool AmqpTransport::IsLent(std::uint64_t tag) const {
  const std::lock_guard lock(mutex_);
  const auto held = held_.find(tag);
  return held != held_.end() && !held->second.lost;
}

std::optional<AmqpTransport::Held> AmqpTransport::FindHeld(std::uint64_t tag) const {
  const std::lock_guard lock(mutex_);
  const auto at = held_.find(tag);
  return at == held_.end() ? std::nullopt : std::optional(at->second);
}

std::optional<AmqpTransport::Held> AmqpTransport::TakeHeld(std::uint64_t tag) {
  const std::lock_guard lock(mutex_);
  auto node = held_.extract(tag);
  return node.empty() ? std::nullopt : std::optional(std::move(node.mapped()));
}

void AmqpTransport::Release(std::uint64_t tag, bool counted) {
  if (const auto held = TakeHeld(tag)) held->mailbox->Ended(counted ? 1 : 0);
}

}  // namespace mesh::transport
