#include "mesh/host/station.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "mesh/host/default_threads.h"

namespace mesh::host {

namespace {

/// How long a delivery that this host may not serve stays away.
constexpr std::int64_t kElsewhereNs = 1'000'000'000;
/// How long a delivery waits that has met a change of health.
constexpr std::int64_t kOnceMoreNs = 5'000'000;

}  // namespace

Station::Station(const Parts& parts, Size size)
    : entry_(parts.entry),
      number_(parts.number),
      size_(size),
      mailbox_(parts.mailbox),
      pool_(parts.pool),
      shared_mailbox_(parts.shared_mailbox),
      on_health_(parts.on_health),
      backlog_(parts.timers,
               [this](transport::Delivery delivery) {
                 pool_.Submit({this, std::move(delivery)});
               }),
      // More calls than threads never run, and each that runs may overrun.
      slots_(std::min(size.concurrency, kMostThreads) + std::min(size.max_overruns, kMostThreads)),
      free_(static_cast<std::uint32_t>(slots_.size())) {}

void Station::Open() {
  const std::lock_guard lock(health_mutex_);
  open_ = true;
  mailbox_.Subscribe(size_.concurrency, *this);
}

void Station::Shut() {
  const std::lock_guard lock(health_mutex_);
  open_ = false;
  mailbox_.Unsubscribe();
  auto waiting = backlog_.Close();
  // The last one first, because each goes ahead of what waits.
  while (!waiting.empty()) {
    mailbox_.HandBack(std::move(waiting.back()), 0);
    waiting.pop_back();
  }
}

void Station::Take(transport::Delivery delivery) {
  // What others may serve never waits here, and may be a letter that nobody has read yet. Nor does anything
  // wait for an actor that is healthy: then nobody looks at the envelope before it is worked off.
  if (shared_mailbox_ || healthy()) return pool_.Submit({this, std::move(delivery)});
  const auto deadline = delivery.envelope->status.deadline_at_ns;
  if (!backlog_.Keep(delivery, deadline.value_or(Backlog::kNever))) pool_.Submit({this, std::move(delivery)});
}

void Station::PutOff(transport::Delivery delivery, std::int64_t deadline_ns) {
  if (shared_mailbox_) return mailbox_.HandBack(std::move(delivery), kElsewhereNs);
  if (!backlog_.Keep(delivery, deadline_ns)) mailbox_.HandBack(std::move(delivery), kOnceMoreNs);
}

Slot* Station::TakeSlot() {
  const std::uint32_t number = free_.Take();
  return number == FreeSlots::kNone ? nullptr : &slots_[number];
}

void Station::ReturnSlot(Slot& slot) { free_.Return(static_cast<std::uint32_t>(&slot - slots_.data())); }

void Station::ReturnOverrun(Slot& slot) {
  // What state the handler is in is anybody's guess: the slot's next call gets a new one.
  slot.handler = nullptr;
  ReturnSlot(slot);
  CountOverruns(-1);
}

void Station::CountOverruns(std::int64_t change) {
  const std::lock_guard lock(health_mutex_);
  overruns_.fetch_add(change, std::memory_order_acq_rel);
  if (healthy() != suspended_) return;
  suspended_ = !suspended_;
  if (open_) suspended_ ? Suspend() : Resume();
  if (on_health_) on_health_(healthy(), overruns());
}

void Station::Suspend() {
  if (shared_mailbox_) return mailbox_.Unsubscribe();
  backlog_.Open();
  mailbox_.Subscribe(std::numeric_limits<std::uint32_t>::max(), *this);
}

void Station::Resume() {
  auto waiting = backlog_.Close();
  mailbox_.Subscribe(size_.concurrency, *this);
  while (!waiting.empty()) {
    mailbox_.HandBack(std::move(waiting.back()), 0);
    waiting.pop_back();
  }
}

std::uint32_t Station::overruns() const {
  return static_cast<std::uint32_t>(std::max<std::int64_t>(overruns_.load(std::memory_order_acquire), 0));
}

void Station::AppendWatched(std::vector<Watched>& watched) {
  for (Slot& slot : slots_) {
    watched.push_back({&slot, [this](Overrun overrun) {
                         CountOverruns(1);
                         pool_.GiveUpOne();
                         pool_.Submit({this, std::move(overrun)});
                       }});
  }
}

void Station::AppendMarks(std::vector<const CallMark*>& marks) const {
  for (const Slot& slot : slots_) marks.push_back(&slot.mark);
}

void Station::StopCalls(const Slot::Which& which) {
  for (Slot& slot : slots_) slot.StopIf(which);
}

std::vector<std::unique_ptr<Envelope>> Station::DisownCalls() {
  std::vector<std::unique_ptr<Envelope>> taken;
  for (Slot& slot : slots_) {
    auto disowned = slot.DisownIfDue(std::numeric_limits<std::int64_t>::max());
    if (!disowned) continue;
    CountOverruns(1);
    pool_.GiveUpOne();
    disowned->stop.request_stop();
    taken.push_back(std::move(disowned->delivery.envelope));
  }
  return taken;
}

void Station::StopCalls() {
  for (Slot& slot : slots_) slot.Stop();
}

}  // namespace mesh::host
