#include "mesh/transport/lanes/laned_mailbox.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

namespace mesh::transport {

namespace {

std::string LaneNameOf(const Message& message) {
  return message.letter != nullptr ? message.letter->lane : transport::LaneOf(*message.envelope);
}

void Add(std::optional<std::uint64_t>& sum, const std::optional<std::uint64_t>& part) {
  sum = sum && part ? std::optional(*sum + *part) : std::nullopt;
}

}  // namespace

LanedMailbox::LanedMailbox(const Lanes& lanes, const std::vector<Mailbox*>& inner, LaneWait wait)
    : names_(lanes), wait_(wait), order_(lanes) {
  alarm_->owner = this;
  for (std::size_t i = 0; i < inner.size(); ++i)
    lanes_.push_back(std::make_unique<Lane>(*this, i, *inner[i]));
}

LanedMailbox::~LanedMailbox() {
  const std::lock_guard lock(alarm_->mutex);
  alarm_->owner = nullptr;
}

bool LanedMailbox::Send(Message message, std::int64_t delay_ns) {
  Mailbox& lane = lanes_[names_.IndexOf(LaneNameOf(message))]->mailbox;
  return lane.Send(std::move(message), delay_ns);
}

void LanedMailbox::Subscribe(std::uint32_t credit, Consumer& consumer) {
  {
    const std::lock_guard lock(mutex_);
    consumer_ = &consumer;
    credit_ = credit;
    Deliver();
  }
  // Twice what the consumer may hold: else a lane whose messages are all on loan has none ahead when the next
  // one is chosen, and a later lane would go first.
  const std::uint32_t room = credit > UINT32_MAX / 2 ? UINT32_MAX : 2 * credit;
  for (const auto& lane : lanes_) lane->mailbox.Subscribe(room, *lane);
}

void LanedMailbox::Unsubscribe() {
  {
    const std::lock_guard lock(mutex_);
    consumer_ = nullptr;
  }
  for (const auto& lane : lanes_) {
    lane->mailbox.Unsubscribe();
    std::deque<Ahead> ahead;
    {
      const std::lock_guard lock(mutex_);
      ahead = std::exchange(lane->waiting, {});
    }
    // The last one first, because each may go ahead of what waits.
    for (auto each = ahead.rbegin(); each != ahead.rend(); ++each) Return(*lane, std::move(each->delivery));
  }
}

/// The consumer never had it.
void LanedMailbox::Return(Lane& lane, Delivery delivery) {
  delivery.tag = InnerTag(delivery.tag);
  lane.mailbox.HandBack(std::move(delivery), 0);
}

/// The lane may give its next one meanwhile; then that is chosen from, too.
void LanedMailbox::Acknowledge(const Delivery& delivery) {
  LaneOf(delivery.tag).mailbox.Acknowledge(InnerLoanOf(delivery));
  End();
}

void LanedMailbox::HandBack(Delivery delivery, std::int64_t delay_ns) {
  Mailbox& lane = LaneOf(delivery.tag).mailbox;
  delivery.tag = InnerTag(delivery.tag);
  lane.HandBack(std::move(delivery), delay_ns);
  End();
}

bool LanedMailbox::Lends(const Delivery& delivery) const {
  return LaneOf(delivery.tag).mailbox.Lends(InnerLoanOf(delivery));
}

std::vector<std::unique_ptr<Envelope>> LanedMailbox::TakeAll() {
  std::vector<std::unique_ptr<Envelope>> all;
  for (const auto& lane : lanes_) std::ranges::move(lane->mailbox.TakeAll(), std::back_inserter(all));
  return all;
}

std::size_t LanedMailbox::depth() const {
  std::size_t depth = 0;
  for (const auto& lane : lanes_) depth += lane->mailbox.depth();
  return depth;
}

Contents LanedMailbox::contents() const {
  Contents all{.waiting = 0, .lent = 0, .delayed = 0};
  for (const auto& lane : lanes_) {
    const Contents part = lane->mailbox.contents();
    all.waiting += part.waiting;
    Add(all.lent, part.lent);
    Add(all.delayed, part.delayed);
    if (part.oldest_ns) all.oldest_ns = std::min(all.oldest_ns.value_or(*part.oldest_ns), *part.oldest_ns);
  }
  return all;
}

Loan LanedMailbox::InnerLoan(std::uint64_t tag) const { return {&LaneOf(tag).mailbox, InnerTag(tag)}; }

void LanedMailbox::End() {
  const std::lock_guard lock(mutex_);
  if (on_loan_ > 0) --on_loan_;
  Deliver();
}

void LanedMailbox::Arrive(std::size_t lane, Delivery delivery) {
  delivery.tag = delivery.tag * lanes_.size() + lane;
  if (delivery.letter != nullptr) delivery.letter->lane = names_.names[lane];
  const std::lock_guard lock(mutex_);
  lanes_[lane]->waiting.push_back({std::move(delivery), wait_.clock == nullptr ? 0 : wait_.clock->now_ns()});
  Deliver();
  SetAlarm();
}

void LanedMailbox::SetAlarm() {
  if (wait_.clock == nullptr || is_alarm_set_) return;
  std::optional<std::int64_t> first;
  for (const auto& lane : lanes_) {
    if (lane->waiting.empty()) continue;
    const std::int64_t since_ns = lane->waiting.front().since_ns;
    first = std::min(first.value_or(since_ns), since_ns);
  }
  if (!first) return;
  is_alarm_set_ = true;
  wait_.clock->At(*first + wait_.longest_ns, [alarm = alarm_] {
    const std::lock_guard lock(alarm->mutex);
    if (alarm->owner != nullptr) alarm->owner->HandBackOld();
  });
}

void LanedMailbox::HandBackOld() {
  std::vector<std::pair<Lane*, Delivery>> old;
  {
    const std::lock_guard lock(mutex_);
    const std::int64_t limit_ns = wait_.clock->now_ns() - wait_.longest_ns;
    for (const auto& lane : lanes_) {
      for (; !lane->waiting.empty() && lane->waiting.front().since_ns <= limit_ns; lane->waiting.pop_front())
        old.emplace_back(lane.get(), std::move(lane->waiting.front().delivery));
    }
    is_alarm_set_ = false;
    SetAlarm();
  }
  for (auto& [lane, delivery] : old) Return(*lane, std::move(delivery));
}

Delivery LanedMailbox::InnerLoanOf(const Delivery& delivery) const {
  return {.tag = InnerTag(delivery.tag), .redeliveries = delivery.redeliveries};
}

void LanedMailbox::Deliver() {
  while (consumer_ != nullptr && on_loan_ < credit_) {
    std::vector<bool> waits;
    for (const auto& lane : lanes_) waits.push_back(!lane->waiting.empty());
    const auto next = order_.Next(waits);
    if (!next) return;
    auto& waiting = lanes_[*next]->waiting;
    Delivery delivery = std::move(waiting.front().delivery);
    waiting.pop_front();
    ++on_loan_;
    consumer_->Take(std::move(delivery));
  }
}

}  // namespace mesh::transport
