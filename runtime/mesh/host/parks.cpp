#include "mesh/host/parks.h"

#include <utility>

#include "mesh/envelope/enclosing_forks.h"

namespace mesh::host {

std::optional<Parks::Signalled> Parks::Park(ParkedEnvelope parked, std::int64_t until_ns,
                                            std::function<void(Ticket)> late) {
  const contract::RouteTable& table = parked.table->router.table();
  std::string name(table.points[parked.envelope->route.at].signal);
  const std::lock_guard lock(mutex_);
  const auto root = roots_.try_emplace(parked.envelope->root()).first;
  if (auto value = TakeEarly(root->second, name)) {
    DropIfEmpty(root);
    return Signalled{std::move(parked), std::move(*value)};
  }
  const Ticket ticket = next_++;
  root->second.waiting[name].insert(ticket);
  AnyEnclosingFork(*parked.envelope, [&](const std::string& fork_id) {
    by_fork_[fork_id].insert(ticket);
    return false;
  });
  // Under the lock, so that the time-out finds the envelope.
  const transport::TimerId timer = timers_.At(until_ns, [late = std::move(late), ticket] { late(ticket); });
  waiting_.emplace(ticket, Waiting{std::move(name), std::move(parked), timer});
  return std::nullopt;
}

Parks::Receipt Parks::Signal(const std::string& root, const std::string& name, std::string value) {
  const std::lock_guard lock(mutex_);
  Root& of = roots_[root];
  if (const auto at = of.waiting.find(name); at != of.waiting.end())
    return {.signalled = Signalled{Take(*at->second.begin()), std::move(value)}};
  if (of.early_count >= kMostEarly || value.size() > kLongestEarly) {
    DropIfEmpty(roots_.find(root));
    return {.taken = false};
  }
  of.early[name].push_back(std::move(value));
  ++of.early_count;
  return {};
}

std::optional<ParkedEnvelope> Parks::TakeLate(Ticket ticket) {
  const std::lock_guard lock(mutex_);
  if (!waiting_.contains(ticket)) return std::nullopt;
  return Take(ticket);
}

std::vector<ParkedEnvelope> Parks::TakeAll(const std::string& root) {
  const std::lock_guard lock(mutex_);
  const auto at = roots_.find(root);
  if (at == roots_.end()) return {};
  Tickets tickets;
  for (const auto& [name, waiting] : at->second.waiting) tickets.insert(waiting.begin(), waiting.end());
  return TakeThese(tickets);
}

std::vector<ParkedEnvelope> Parks::TakeAll() {
  const std::lock_guard lock(mutex_);
  return TakeThese(AllTickets());
}

std::vector<ParkedEnvelope> Parks::TakeAllOfFork(const std::string& fork_id) {
  const std::lock_guard lock(mutex_);
  const auto at = by_fork_.find(fork_id);
  if (at == by_fork_.end()) return {};
  return TakeThese(Tickets(at->second));
}

void Parks::Forget(const std::string& root) {
  const std::lock_guard lock(mutex_);
  const auto at = roots_.find(root);
  if (at == roots_.end()) return;
  at->second.early.clear();
  at->second.early_count = 0;
  DropIfEmpty(at);
}

std::vector<Parks::Wait> Parks::Longest(std::size_t most) const {
  const std::lock_guard lock(mutex_);
  std::vector<Wait> waits;
  for (const Ticket ticket : AllTickets()) {
    if (waits.size() == most) break;
    const Waiting& waiting = waiting_.at(ticket);
    const Envelope& envelope = *waiting.parked.envelope;
    const contract::RouteTable& table = waiting.parked.table->router.table();
    waits.push_back({.root_id = envelope.root(),
                     .flow = std::string(table.flows[table.points[envelope.route.at].flow].name),
                     .signal = waiting.name,
                     .since_ns = envelope.status.updated_at_ns,
                     .of_copy = InCopy(envelope)});
  }
  return waits;
}

Parks::Tickets Parks::AllTickets() const {
  Tickets tickets;
  for (const auto& [ticket, waiting] : waiting_) tickets.insert(ticket);
  return tickets;
}

std::size_t Parks::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

std::size_t Parks::early_signals() const {
  const std::lock_guard lock(mutex_);
  std::size_t count = 0;
  for (const auto& [id, root] : roots_) count += root.early_count;
  return count;
}

std::optional<std::string> Parks::TakeEarly(Root& root, std::string_view name) {
  const auto at = root.early.find(name);
  if (at == root.early.end()) return std::nullopt;
  std::string value = std::move(at->second.front());
  at->second.pop_front();
  if (at->second.empty()) root.early.erase(at);
  --root.early_count;
  return value;
}

ParkedEnvelope Parks::Take(Ticket ticket) {
  const auto at = waiting_.find(ticket);
  Waiting waiting = std::move(at->second);
  waiting_.erase(at);
  timers_.Cancel(waiting.timer);
  const Envelope& envelope = *waiting.parked.envelope;
  AnyEnclosingFork(envelope, [&](const std::string& fork_id) {
    const auto fork = by_fork_.find(fork_id);
    fork->second.erase(ticket);
    if (fork->second.empty()) by_fork_.erase(fork);
    return false;
  });
  const auto root = roots_.find(envelope.root());
  const auto named = root->second.waiting.find(waiting.name);
  named->second.erase(ticket);
  if (named->second.empty()) root->second.waiting.erase(named);
  DropIfEmpty(root);
  return std::move(waiting.parked);
}

std::vector<ParkedEnvelope> Parks::TakeThese(const Tickets& tickets) {
  std::vector<ParkedEnvelope> taken;
  for (const Ticket ticket : tickets) taken.push_back(Take(ticket));
  return taken;
}

void Parks::DropIfEmpty(Roots::iterator root) {
  if (root->second.waiting.empty() && root->second.early_count == 0) roots_.erase(root);
}

}  // namespace mesh::host
