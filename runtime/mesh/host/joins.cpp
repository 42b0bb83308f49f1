#include "mesh/host/joins.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "mesh/envelope/enclosing_forks.h"

namespace mesh::host {

std::vector<ChildToStart> Joins::Open(const std::string& fork_id, Fork fork,
                                      std::optional<TimeOut> time_out) {
  const std::uint32_t count = fork.count;
  const std::uint32_t width = std::min(fork.width, count);
  Opened opened{.fork = std::make_shared<const Fork>(std::move(fork)),
                .branches = route::Branches(count),
                .children = std::vector<std::unique_ptr<Envelope>>(count),
                .started = width};
  std::vector<ChildToStart> start;
  for (std::uint32_t i = 0; i < width; ++i) start.push_back({opened.fork, i});
  const std::lock_guard lock(mutex_);
  // Under the lock, so that the time-out finds the fork.
  if (time_out) opened.timer = timers_.At(time_out->due_ns, std::move(time_out->action));
  open_.insert_or_assign(fork_id, std::move(opened));
  return start;
}

Joins::Progress Joins::End(std::unique_ptr<Envelope> child) {
  const auto& branch = std::get<BranchFrame>(child->route.frames.back());
  const std::uint32_t index = branch.index;
  const std::lock_guard lock(mutex_);
  const auto at = open_.find(branch.fork_id);
  if (at == open_.end()) return EndDecided(branch, std::move(child));
  Opened& opened = at->second;
  if (index >= opened.started || opened.children[index] != nullptr)
    return {.first_end = false, .dropped = std::move(child)};
  opened.branches.End(index, child->status.phase == Phase::kSucceeded);
  opened.children[index] = std::move(child);
  if (auto decided = Decide(at, false)) return {.decided = std::move(decided)};
  if (opened.started == opened.fork->count) return {};
  return {.start = ChildToStart{opened.fork, opened.started++}};
}

Joins::Progress Joins::EndDecided(const BranchFrame& branch, std::unique_ptr<Envelope> child) {
  const auto at = decided_.find(branch.fork_id);
  if (at == decided_.end() || at->second.erase(branch.index) == 0)
    return {.first_end = false, .dropped = std::move(child)};
  if (at->second.empty()) decided_.erase(at);
  decided_count_.store(decided_.size());
  return {.late = true, .dropped = std::move(child)};
}

std::optional<DecidedJoin> Joins::EndLate(const std::string& fork_id) {
  const std::lock_guard lock(mutex_);
  const auto at = open_.find(fork_id);
  return at == open_.end() ? std::nullopt : Decide(at, true);
}

std::optional<DecidedJoin> Joins::Decide(OpenedAt at, bool late) {
  Opened& opened = at->second;
  const contract::RouteTable& table = opened.fork->table->router.table();
  const contract::Fork& fork = table.forks[table.points[opened.fork->parent->route.at].fork];
  auto verdict = route::DecideJoin(table, fork, opened.branches, late);
  if (!verdict) return std::nullopt;
  timers_.Cancel(opened.timer);
  Running losers;
  for (std::uint32_t i = 0; i < opened.started; ++i) {
    if (opened.children[i] == nullptr) losers.insert(i);
  }
  DecidedJoin decided{.fork_id = at->first,
                      .fork = std::move(opened.fork),
                      .children = std::move(opened.children),
                      .verdict = std::move(*verdict),
                      .losers = static_cast<std::uint32_t>(losers.size())};
  if (!losers.empty()) decided_.insert_or_assign(at->first, std::move(losers));
  decided_count_.store(decided_.size());
  open_.erase(at);
  return decided;
}

bool Joins::CountsForDecided(const Envelope& envelope) const {
  const std::lock_guard lock(mutex_);
  return AnyEnclosingFork(envelope,
                          [this](const std::string& fork_id) { return decided_.contains(fork_id); });
}

bool Joins::IsDecided(const std::string& fork_id) const {
  if (!any_decided()) return false;
  const std::lock_guard lock(mutex_);
  return decided_.contains(fork_id);
}

std::vector<std::shared_ptr<const Fork>> Joins::GiveUp(
    const std::function<bool(const std::string& root)>& which) {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<const Fork>> given_up;
  for (auto at = open_.begin(); at != open_.end();) {
    const auto next = std::next(at);
    if (which(at->second.fork->parent->root())) {
      timers_.Cancel(at->second.timer);
      given_up.push_back(std::move(at->second.fork));
      open_.erase(at);
    }
    at = next;
  }
  return given_up;
}

std::size_t Joins::open() const {
  const std::lock_guard lock(mutex_);
  return open_.size();
}

std::size_t Joins::decided() const {
  const std::lock_guard lock(mutex_);
  return decided_.size();
}

}  // namespace mesh::host
