#include "mesh/transport/inproc/inproc_mailbox.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "mesh/value/saturating.h"

namespace mesh::transport {

bool InprocMailbox::Send(Message message, std::int64_t delay_ns) {
  Delivery delivery{.envelope = std::move(message.envelope), .letter = std::move(message.letter)};
  if (delay_ns > 0) {
    {
      const std::lock_guard lock(mutex_);
      if (closed_) return false;
    }
    PutLater(std::move(delivery), delay_ns, Place::kBack);
    return true;
  }
  if (Lend(delivery)) return true;
  const std::lock_guard lock(mutex_);
  if (closed_) return false;
  Put(std::move(delivery), Place::kBack);
  return true;
}

bool InprocMailbox::Lend(Delivery& delivery) {
  State state = state_.load(std::memory_order_acquire);
  do {
    const bool may =
        (state & (kOpen | kWaits)) == kOpen && LoansOf(state) < credit_.load(std::memory_order_relaxed);
    if (!may) return false;
  } while (!state_.compare_exchange_weak(state, state + kLoan + kCaller, std::memory_order_acq_rel));
  consumer_->Take(std::move(delivery));
  state_.fetch_sub(kCaller, std::memory_order_release);
  return true;
}

void InprocMailbox::ShutOff() {
  state_.fetch_and(~kOpen, std::memory_order_acq_rel);
  while (CallersOf(state_.load(std::memory_order_acquire)) > 0) std::this_thread::yield();
  consumer_ = nullptr;
}

void InprocMailbox::Subscribe(std::uint32_t credit, Consumer& consumer) {
  const std::lock_guard lock(mutex_);
  if (closed_) return;
  ShutOff();
  consumer_ = &consumer;
  credit_.store(credit, std::memory_order_relaxed);
  state_.fetch_or(kOpen, std::memory_order_acq_rel);
  DeliverWaiting();
}

void InprocMailbox::Unsubscribe() {
  const std::lock_guard lock(mutex_);
  ShutOff();
}

void InprocMailbox::Acknowledge(const Delivery&) {
  State state = state_.load(std::memory_order_acquire);
  while ((state & kWaits) == 0) {
    if (state_.compare_exchange_weak(state, state - kLoan, std::memory_order_acq_rel)) return;
  }
  const std::lock_guard lock(mutex_);
  state_.fetch_sub(kLoan, std::memory_order_acq_rel);
  DeliverWaiting();
}

void InprocMailbox::HandBack(Delivery delivery, std::int64_t delay_ns) {
  ++delivery.redeliveries;
  const bool later = delay_ns > 0;
  if (later) PutLater(std::move(delivery), delay_ns, Place::kFront);
  const std::lock_guard lock(mutex_);
  if (!later) {
    // It waits before its loan is free: else whoever sends at this moment would go ahead of it.
    state_.fetch_or(kWaits, std::memory_order_acq_rel);
    waiting_.push_front(std::move(delivery));
  }
  state_.fetch_sub(kLoan, std::memory_order_acq_rel);
  DeliverWaiting();
}

std::vector<std::unique_ptr<Envelope>> InprocMailbox::TakeAll() {
  const std::lock_guard lock(mutex_);
  std::vector<std::unique_ptr<Envelope>> taken;
  for (Delivery& delivery : waiting_) taken.push_back(std::move(delivery.envelope));
  for (auto& [number, delayed] : delayed_) taken.push_back(std::move(delayed.delivery.envelope));
  waiting_.clear();
  delayed_.clear();
  state_.fetch_and(~kWaits, std::memory_order_acq_rel);
  return taken;
}

std::size_t InprocMailbox::depth() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

Contents InprocMailbox::contents() const {
  const std::lock_guard lock(mutex_);
  Contents contents{.waiting = waiting_.size(),
                    .lent = LoansOf(state_.load(std::memory_order_acquire)),
                    .delayed = delayed_.size()};
  for (const Delivery& delivery : waiting_) {
    if (delivery.envelope == nullptr) continue;
    const std::int64_t since_ns = delivery.envelope->status.updated_at_ns;
    contents.oldest_ns = std::min(contents.oldest_ns.value_or(since_ns), since_ns);
  }
  return contents;
}

void InprocMailbox::Close() {
  const std::lock_guard lock(mutex_);
  ShutOff();
  closed_ = true;
}

void InprocMailbox::PutLater(Delivery delivery, std::int64_t delay_ns, Place place) {
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = next_delayed_++;
    delayed_.emplace(number, Delayed{std::move(delivery), place});
  }
  // The mailbox may be gone by then, its envelopes with it.
  clock_.At(AddSaturating(clock_.now_ns(), delay_ns), [weak = weak_from_this(), number] {
    const auto mailbox = weak.lock();
    if (!mailbox) return;
    const std::lock_guard lock(mailbox->mutex_);
    const auto due = mailbox->delayed_.extract(number);
    if (!due.empty()) mailbox->Put(std::move(due.mapped().delivery), due.mapped().place);
  });
}

void InprocMailbox::Put(Delivery delivery, Place place) {
  if (Lend(delivery)) return;
  if (place == Place::kFront)
    waiting_.push_front(std::move(delivery));
  else
    waiting_.push_back(std::move(delivery));
  DeliverWaiting();
}

void InprocMailbox::DeliverWaiting() {
  if (waiting_.empty()) return;
  // From here on nobody else changes anything but those who have called the consumer.
  State state = state_.fetch_or(kWaits, std::memory_order_acq_rel);
  for (;
       !waiting_.empty() && (state & kOpen) != 0 && LoansOf(state) < credit_.load(std::memory_order_relaxed);
       state += kLoan) {
    Delivery next = std::move(waiting_.front());
    waiting_.pop_front();
    state_.fetch_add(kLoan, std::memory_order_acq_rel);
    consumer_->Take(std::move(next));
  }
  if (waiting_.empty()) state_.fetch_and(~kWaits, std::memory_order_acq_rel);
}

}  // namespace mesh::transport
