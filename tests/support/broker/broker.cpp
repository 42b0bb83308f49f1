#include "tests/support/broker/broker.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "mesh/durable/mailboxes.h"
#include "tests/support/broker/connection.h"

namespace mesh::test {

namespace {

/// How many acknowledged messages may come back.
constexpr std::size_t kMostAcknowledged = 32;

}  // namespace

Broker::Broker(Options options, transport::Clock& clock)
    : options_(std::move(options)),
      clock_(clock),
      chance_(options_.seed),
      store_([&clock] { return clock.now_ns(); }) {
  if (options_.fibers == nullptr) pump_ = std::thread([this] { Pump(); });
}

Broker::~Broker() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  if (pump_.joinable()) pump_.join();
}

std::unique_ptr<Connection> Broker::Connect() { return std::make_unique<Connection>(*this); }

void Broker::Pump() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return closing_ || !tasks_.empty(); });
    if (closing_) return;
    Run(chance_.Below(tasks_.size()));
    // Whoever waits for the lock has his turn.
    lock.unlock();
    changed_.notify_all();
    lock.lock();
  }
}

std::size_t Broker::tasks() const {
  const std::lock_guard lock(mutex_);
  return tasks_.size();
}

bool Broker::RunTask() {
  const std::lock_guard lock(mutex_);
  if (tasks_.empty()) return false;
  Run(chance_.Below(tasks_.size()));
  return true;
}

bool Broker::RunTaskOf(const Connection& of) {
  const auto at = std::ranges::find(tasks_, &of, &Task::of);
  if (at == tasks_.end()) return false;
  Run(static_cast<std::size_t>(at - tasks_.begin()));
  return true;
}

void Broker::Run(std::size_t task) {
  const std::function<void()> run = std::move(tasks_[task].run);
  tasks_.erase(tasks_.begin() + static_cast<std::ptrdiff_t>(task));
  run();
}

void Broker::Later(const Connection* of, std::function<void()> run) {
  tasks_.push_back({of, std::move(run)});
  changed_.notify_all();
}

bool Broker::Double() {
  const std::lock_guard lock(mutex_);
  std::vector<std::pair<std::string, Stored>> found;
  for (const auto& [name, queue] : queues_) {
    for (const Stored& message : queue.waiting) found.emplace_back(name, message);
    for (const auto& [tag, lent] : queue.lent) found.emplace_back(name, lent.message);
  }
  if (found.empty()) return false;
  auto& [mailbox, message] = found[chance_.Below(found.size())];
  ++message.again;
  message.number = 0;
  Put(mailbox, std::move(message));
  return true;
}

bool Broker::BringBack(bool known) {
  const std::lock_guard lock(mutex_);
  if (acknowledged_.empty()) return false;
  const auto at = acknowledged_.begin() + static_cast<std::ptrdiff_t>(chance_.Below(acknowledged_.size()));
  Acknowledged back = std::move(*at);
  acknowledged_.erase(at);
  if (known) ++back.message.again;
  back.message.number = 0;
  Put(back.mailbox, std::move(back.message));
  return true;
}

bool Broker::Lapse() {
  const std::lock_guard lock(mutex_);
  std::vector<std::pair<std::string, std::uint64_t>> found;
  for (const auto& [name, queue] : queues_) {
    for (const auto& [tag, lent] : queue.lent) found.emplace_back(name, tag);
  }
  if (found.empty()) return false;
  const auto& [mailbox, tag] = found[chance_.Below(found.size())];
  Stored message = std::move(At(mailbox).lent.extract(tag).mapped().message);
  if (message.number == 0) message.number = ++next_number_;
  ++message.again;
  lapsed_[tag] = message.number;
  At(mailbox).waiting.push_back(std::move(message));
  Wake(mailbox);
  return true;
}

std::vector<std::string> Broker::Contents() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> all;
  for (const auto& [name, queue] : queues_) {
    for (const Stored& message : queue.waiting)
      all.push_back(fmt::format("{} waits for {}", message.letter.id, name));
    for (const auto& [tag, lent] : queue.lent)
      all.push_back(fmt::format("{} is on loan from {}", lent.message.letter.id, name));
    for (const auto& [number, message] : queue.delayed)
      all.push_back(fmt::format("{} waits for its time in {}", message.letter.id, name));
  }
  return all;
}

std::string Broker::NewNonce() { return fmt::format("n{}", ++next_nonce_); }

void Broker::Put(const std::string& mailbox, Stored message) {
  Queue& queue = At(mailbox);
  Tell("{} gets {} of {}", mailbox, message.letter.id, message.letter.nonce);
  // Who waits there is gone, and nobody else ever will.
  if (mailbox.starts_with(durable::ReplyMailbox("")) && queue.subscribers.empty()) return;
  if (message.not_before_ns <= clock_.now_ns()) {
    queue.waiting.push_back(std::move(message));
    return Wake(mailbox);
  }
  const std::uint64_t number = ++next_delayed_;
  const std::int64_t due_ns = message.not_before_ns;
  queue.delayed.emplace(number, std::move(message));
  // The clock may go on without the broker.
  clock_.At(due_ns, [this, alive = std::weak_ptr(alive_), mailbox, number] {
    if (alive.expired()) return;
    const std::lock_guard lock(mutex_);
    EndDelay(mailbox, number);
  });
  // Moved on meanwhile, a clock that tests move runs it the next time only.
  if (due_ns <= clock_.now_ns()) EndDelay(mailbox, number);
}

void Broker::EndDelay(const std::string& mailbox, std::uint64_t number) {
  auto due = At(mailbox).delayed.extract(number);
  if (due.empty()) return;
  At(mailbox).waiting.push_back(std::move(due.mapped()));
  Wake(mailbox);
}

/// One task delivers for a mailbox at a time.
void Broker::Wake(const std::string& mailbox) {
  Queue& queue = At(mailbox);
  if (queue.delivers || queue.waiting.empty()) return;
  const bool has_room = std::ranges::any_of(
      queue.subscribers, [](const Subscriber& each) { return each.on_loan < each.credit; });
  if (!has_room) return;
  queue.delivers = true;
  Later(nullptr, [this, mailbox] { Deliver(mailbox); });
}

void Broker::Deliver(const std::string& mailbox) {
  Queue& queue = At(mailbox);
  queue.delivers = false;
  std::vector<Subscriber*> free;
  for (Subscriber& each : queue.subscribers) {
    if (each.on_loan < each.credit) free.push_back(&each);
  }
  if (free.empty() || queue.waiting.empty()) return;
  Subscriber& subscriber = *free[chance_.Below(free.size())];
  const auto at = queue.waiting.begin() + static_cast<std::ptrdiff_t>(chance_.Below(queue.waiting.size()));
  Stored message = std::move(*at);
  queue.waiting.erase(at);
  ++subscriber.on_loan;
  const std::uint64_t tag = ++next_tag_;
  transport::Delivery delivery{.letter = std::make_unique<transport::Letter>(message.letter),
                               .tag = tag,
                               .redeliveries = message.again + message.handed_back};
  // Whoever held it before has died, or was cut off.
  delivery.letter->suspect = delivery.letter->suspect || message.again > 0;
  Connection& to = subscriber.mailbox->connection();
  Tell("{} {} of {} is lent as {}", mailbox, message.letter.id, message.letter.nonce, tag);
  to.Hold(tag, {.mailbox = mailbox,
                .nonce = message.letter.nonce,
                .again = delivery.redeliveries > 0,
                .travels = !delivery.letter->suspect && !message.letter.reply.empty()});
  queue.lent.emplace(tag, Lent{std::move(message), &to});
  subscriber.consumer->Take(std::move(delivery));
  Wake(mailbox);
}

std::optional<Broker::Stored> Broker::EndLoan(const std::string& mailbox, std::uint64_t tag) {
  auto lent = At(mailbox).lent.extract(tag);
  if (lent.empty()) return EndLapsed(mailbox, tag);
  return std::move(lent.mapped().message);
}

std::optional<Broker::Stored> Broker::EndLapsed(const std::string& mailbox, std::uint64_t tag) {
  const auto lapsed = lapsed_.extract(tag);
  if (lapsed.empty()) return std::nullopt;
  Queue& queue = At(mailbox);
  const auto waits = std::ranges::find(queue.waiting, lapsed.mapped(), &Stored::number);
  if (waits != queue.waiting.end()) {
    Stored message = std::move(*waits);
    queue.waiting.erase(waits);
    return message;
  }
  const auto lent = std::ranges::find_if(
      queue.lent, [&lapsed](const auto& each) { return each.second.message.number == lapsed.mapped(); });
  if (lent == queue.lent.end()) return std::nullopt;
  return std::move(queue.lent.extract(lent).mapped().message);
}

void Broker::Acknowledge(const std::string& mailbox, std::uint64_t tag) {
  Tell("{} is acknowledged", tag);
  auto message = EndLoan(mailbox, tag);
  if (!message) return;
  if (acknowledged_.size() == kMostAcknowledged) acknowledged_.pop_front();
  acknowledged_.push_back({mailbox, std::move(*message)});
}

void Broker::LoseLoans(const Connection& connection, bool died) {
  for (auto& [name, queue] : queues_) {
    std::vector<Stored> lost;
    for (auto at = queue.lent.begin(); at != queue.lent.end();) {
      const auto next = std::next(at);
      if (at->second.to == &connection) {
        lost.push_back(std::move(at->second.message));
        queue.lent.erase(at);
      }
      at = next;
    }
    for (Stored& message : lost) {
      ++(died ? message.again : message.handed_back);
      queue.waiting.push_back(std::move(message));
    }
    if (!lost.empty()) Wake(name);
  }
}

void Broker::Forget(Connection& connection, bool died) {
  std::erase_if(tasks_, [&connection](const Task& task) { return task.of == &connection; });
  for (auto& [name, queue] : queues_) {
    std::erase_if(queue.subscribers,
                  [&](const Subscriber& each) { return &each.mailbox->connection() == &connection; });
  }
  LoseLoans(connection, died);
  for (auto& [name, queue] : queues_) {
    if (name.starts_with(durable::ReplyMailbox("")) && queue.subscribers.empty()) queue.waiting.clear();
  }
  DropLeases(connection);
}

bool Broker::Change(const Connection& of, const transport::Transition& transition) {
  if (!store_.Apply(transition.conditions, transition.changes)) return false;
  for (const state::Change& change : transition.changes) {
    if (change.leased)
      leases_[change.key] = &of;
    else
      leases_.erase(change.key);
  }
  if (options_.on_change) options_.on_change(transition.changes);
  return true;
}

void Broker::DropLeases(const Connection& of) {
  std::vector<state::Change> gone;
  for (const auto& [key, holder] : leases_) {
    if (holder == &of) gone.push_back({.kind = state::Change::Kind::kErase, .key = key});
  }
  static_cast<void>(store_.Apply({}, gone));
  std::erase_if(leases_, [&of](const auto& lease) { return lease.second == &of; });
}

}  // namespace mesh::test
