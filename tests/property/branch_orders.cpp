#include "tests/property/branch_orders.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <variant>

namespace meshc::property {

namespace observation = mesh::observation;

namespace {

bool HasHistory(const mesh::Envelope& child) {
  return !child.status.log.empty() || std::ranges::any_of(child.route.frames, [](const mesh::Frame& frame) {
    const auto* saga = std::get_if<mesh::SagaFrame>(&frame);
    return saga != nullptr && !saga->undo.empty();
  });
}

/// The moment of the n-th of them; none: there are fewer.
std::optional<std::int64_t> TimeOf(std::vector<std::int64_t> times, std::size_t n) {
  if (times.size() < n) return std::nullopt;
  std::ranges::sort(times);
  return times[n - 1];
}

}  // namespace

void BranchOrders::Observe(const observation::Event& event) {
  if (const auto* delivered = std::get_if<observation::Delivered>(&event.what))
    Know(delivered->visit.envelope);
  if (const auto* forked = std::get_if<observation::Forked>(&event.what)) {
    Know(forked->envelope);
    const mesh::contract::Point& point = table_.points[forked->envelope.route.at];
    const mesh::contract::Fork& fork = table_.forks[point.fork];
    open_[forked->envelope.id] = {&fork, event.time_ns, {}};
    // Which of two ends of one moment comes first is a matter of chance.
    const bool tie =
        fork.timeout_ns > 0 && forked->envelope.status.deadline_at_ns == event.time_ns + fork.timeout_ns;
    if (tie) one_order_ = false;
  }
  if (const auto* ended = std::get_if<observation::Ended>(&event.what)) {
    if (ended->line == observation::Ended::Line::kBranch) End(*ended->envelope, event.time_ns);
    // Copies of one step between which the envelope visits nobody bear one id.
    if (ended->line == observation::Ended::Line::kCopy && !copies_.emplace(ended->id).second)
      one_order_ = false;
  }
  if (const auto* joined = std::get_if<observation::Joined>(&event.what)) Decide(open_[joined->envelope.id]);
  if (const auto* parked = std::get_if<observation::Parked>(&event.what);
      parked != nullptr && !parked->envelope.parent_id.empty())
    one_order_ = false;
}

void BranchOrders::End(const mesh::Envelope& envelope, std::int64_t time_ns) {
  Know(envelope);
  open_[envelope.parent_id].branches.push_back(
      {envelope.id, time_ns, envelope.status.phase != mesh::Phase::kSucceeded, HasHistory(envelope)});
}

void BranchOrders::Decide(const Open& open) {
  const mesh::contract::Fork& fork = *open.fork;
  if (fork.wait == mesh::contract::Wait::kAll) return;
  const std::int64_t due_ns =
      fork.timeout_ns > 0 ? open.start_ns + fork.timeout_ns : std::numeric_limits<std::int64_t>::max();
  std::vector<std::int64_t> succeeded;
  std::vector<std::int64_t> failed;
  for (const Branch& branch : open.branches) {
    if (branch.end_ns <= due_ns) (branch.failed ? failed : succeeded).push_back(branch.end_ns);
  }
  if (open.branches.size() < fork.count) return GiveUp(open);
  if (const auto success_ns = TimeOf(succeeded, fork.count)) return Decide(open, *success_ns, true);
  if (const auto hopeless_ns = TimeOf(failed, open.branches.size() - fork.count + 1))
    Decide(open, *hopeless_ns, false);
}

/// Hosts begin none of the branches of a join that wants more than there are.
void BranchOrders::GiveUp(const Open& open) {
  for (const Branch& branch : open.branches) {
    late_.insert(branch.id);
    one_order_ = one_order_ && !branch.has_history;
  }
}

/// Of a failure as of a success, what ends at its very moment beside it is a matter of chance.
void BranchOrders::Decide(const Open& open, std::int64_t decided_ns, bool success) {
  std::uint32_t first = 0;   // Of the successes in the order declared, those that count.
  std::uint32_t before = 0;  // Those that have come by then.
  int at_once = 0;
  for (const Branch& branch : open.branches) {
    const bool counts = success && !branch.failed && first < open.fork->count;
    if (counts) ++first;
    if (success && !branch.failed && branch.end_ns <= decided_ns) ++before;
    if (counts && branch.end_ns > decided_ns) one_order_ = false;
    if (branch.end_ns == decided_ns && branch.has_history) ++at_once;
    if (branch.end_ns > decided_ns) {
      late_.insert(branch.id);
      one_order_ = one_order_ && !branch.has_history;
    }
  }
  const auto ends_then = [&](const Branch& branch) { return branch.end_ns == decided_ns; };
  const bool alone = std::ranges::count_if(open.branches, ends_then) <= 1;
  if (before > open.fork->count || (at_once > 0 && !alone)) one_order_ = false;
}

bool BranchOrders::IsLate(const std::string& envelope) const {
  for (std::string at = envelope; !at.empty();) {
    if (late_.contains(at)) return true;
    const auto parent = parents_.find(at);
    if (parent == parents_.end()) return false;
    at = parent->second;
  }
  return false;
}

}  // namespace meshc::property
