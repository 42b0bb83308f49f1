// When a join goes on, and when it fails.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace meshc::property {

/// How one branch ended.
struct BranchEnd {
  std::int64_t ended_ns = 0;
  bool succeeded = false;
  bool optional = false;
};

struct JoinRule {
  std::optional<std::int64_t> count;  ///< Successes to wait for; none: all branches.
  std::optional<std::int64_t> timeout_ns;
};

struct JoinVerdict {
  enum class Kind : std::uint8_t {
    kGoesOn,
    kBranchFailed,  ///< With the error of branch `failed`.
    kJoinFailed,
  } kind = Kind::kGoesOn;
  std::int64_t at_ns = 0;
  std::vector<std::size_t> counted;  ///< Branches whose changes count, in order; kGoesOn.
  std::size_t failed = 0;
};

/// What becomes of a join whose branches all started not before `fork_ns`, in the order declared. At
/// least one branch.
JoinVerdict Judge(const JoinRule& rule, std::int64_t fork_ns, const std::vector<BranchEnd>& branches);

}  // namespace meshc::property
