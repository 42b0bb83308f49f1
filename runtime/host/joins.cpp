#include "mesh/host/joins.h"

#include <algorithm>
#include <utility>

namespace mesh::host {

std::vector<ChildToStart> Joins::Open(const std::string& fork_id, Fork fork) {
  std::vector<ChildToStart> start;
  Opened opened{.fork = fork, .states = std::vector<route::Branch>(fork.count, route::Branch::kRuns)};
  opened.children.resize(fork.count);
  opened.started = std::min(fork.width, fork.count);
  for (std::uint32_t i = 0; i < opened.started; ++i) start.push_back({fork.parent, fork.table, i});
  const std::lock_guard lock(mutex_);
  open_.insert_or_assign(fork_id, std::move(opened));
  return start;
}

Joins::Progress Joins::End(std::unique_ptr<Envelope> child) {
  const auto& branch = std::get<BranchFrame>(child->route.frames.back());
  const std::uint32_t index = branch.index;
  const std::lock_guard lock(mutex_);
  const auto at = open_.find(branch.fork_id);
  if (at == open_.end() || at->second.children[index] != nullptr) {
    ++late_branches_;
    return {};
  }
  Opened& opened = at->second;
  const bool succeeded = child->status.phase == Phase::kSucceeded;
  opened.states[index] = succeeded ? route::Branch::kSucceeded : route::Branch::kFailed;
  opened.children[index] = std::move(child);
  if (auto decided = Decide(at, false)) return {.start = {}, .decided = std::move(decided)};
  if (opened.started == opened.fork.count) return {};
  return {.start = ChildToStart{opened.fork.parent, opened.fork.table, opened.started++}, .decided = {}};
}

std::optional<DecidedJoin> Joins::EndLate(const std::string& fork_id) {
  const std::lock_guard lock(mutex_);
  const auto at = open_.find(fork_id);
  return at == open_.end() ? std::nullopt : Decide(at, true);
}

std::optional<DecidedJoin> Joins::Decide(std::map<std::string, Opened>::iterator at, bool late) {
  Opened& opened = at->second;
  const contract::RouteTable& table = opened.fork.table->router.table();
  const contract::Fork& fork = table.forks[table.points[opened.fork.parent->route.at].fork];
  auto verdict = route::DecideJoin(table, fork, opened.states, late);
  if (!verdict) return std::nullopt;
  DecidedJoin decided{.parent = std::move(opened.fork.parent),
                      .table = opened.fork.table,
                      .children = std::move(opened.children),
                      .verdict = std::move(*verdict),
                      .credit = opened.fork.credit};
  open_.erase(at);
  return decided;
}

std::uint64_t Joins::late_branches() const {
  const std::lock_guard lock(mutex_);
  return late_branches_;
}

}  // namespace mesh::host
