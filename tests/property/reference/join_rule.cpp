#include "tests/property/reference/join_rule.h"

#include <algorithm>
#include <limits>

namespace meshc::property {
namespace {

using Kind = JoinVerdict::Kind;

std::int64_t LatestEnd(const std::vector<BranchEnd>& branches) {
  std::int64_t latest = branches.front().ended_ns;
  for (const BranchEnd& branch : branches) latest = std::max(latest, branch.ended_ns);
  return latest;
}

/// A late branch fails the join, an optional one too; a failed one that is not optional as well.
JoinVerdict JudgeAll(std::optional<std::int64_t> limit_ns, const std::vector<BranchEnd>& branches) {
  JoinVerdict verdict;
  verdict.at_ns = LatestEnd(branches);
  if (limit_ns && verdict.at_ns > *limit_ns) return {Kind::kJoinFailed, *limit_ns, {}, 0};
  for (std::size_t i = 0; i < branches.size(); ++i) {
    if (branches[i].succeeded) {
      verdict.counted.push_back(i);
    } else if (!branches[i].optional) {
      return {Kind::kBranchFailed, verdict.at_ns, {}, i};
    }
  }
  return verdict;
}

/// When so many branches have failed that `count` can no more succeed; the maximum: never.
std::int64_t HopelessFrom(std::size_t count, std::int64_t fork_ns, const std::vector<BranchEnd>& branches) {
  if (branches.size() < count) return fork_ns;
  std::vector<std::int64_t> failed;
  for (const BranchEnd& branch : branches) {
    if (!branch.succeeded) failed.push_back(branch.ended_ns);
  }
  std::sort(failed.begin(), failed.end());
  const std::size_t spare = branches.size() - count;
  return spare < failed.size() ? failed[spare] : std::numeric_limits<std::int64_t>::max();
}

/// The first `count` branches, in the order declared, that succeeded in time.
JoinVerdict JudgeCount(std::size_t count, std::optional<std::int64_t> limit_ns, std::int64_t fork_ns,
                       const std::vector<BranchEnd>& branches) {
  JoinVerdict verdict;
  verdict.at_ns = fork_ns;
  for (std::size_t i = 0; i < branches.size() && verdict.counted.size() < count; ++i) {
    const BranchEnd& branch = branches[i];
    if (!branch.succeeded || (limit_ns && branch.ended_ns > *limit_ns)) continue;
    verdict.counted.push_back(i);
    verdict.at_ns = std::max(verdict.at_ns, branch.ended_ns);
  }
  if (verdict.counted.size() == count) return verdict;
  std::int64_t failed_ns = HopelessFrom(count, fork_ns, branches);
  if (limit_ns) failed_ns = std::min(failed_ns, *limit_ns);
  return {Kind::kJoinFailed, failed_ns, {}, 0};
}

}  // namespace

JoinVerdict Judge(const JoinRule& rule, std::int64_t fork_ns, const std::vector<BranchEnd>& branches) {
  std::optional<std::int64_t> limit_ns;
  if (rule.timeout_ns) limit_ns = fork_ns + *rule.timeout_ns;
  if (!rule.count) return JudgeAll(limit_ns, branches);
  return JudgeCount(static_cast<std::size_t>(*rule.count), limit_ns, fork_ns, branches);
}

}  // namespace meshc::property
