// When a join is decided.
#include <algorithm>

#include "mesh/contract/enumerator.h"
#include "mesh/route/join.h"

namespace mesh::route {
namespace {

using contract::Fork;

std::optional<Verdict> DecideAll(const contract::RouteTable& table, const Fork& fork,
                                 const Branches& branches) {
  if (branches.running() > 0) return std::nullopt;
  const auto optional = Slice(table.pool.indices, fork.optional);
  Verdict verdict;
  for (std::uint32_t i = 0; i < branches.size(); ++i) {
    if (branches[i] == Branch::kSucceeded) {
      verdict.counted.push_back(i);
    } else if (std::find(optional.begin(), optional.end(), i) == optional.end()) {
      return Verdict{.failed = true, .cause = i};
    }
  }
  return verdict;
}

std::optional<Verdict> DecideCount(const Fork& fork, const Branches& branches) {
  if (branches.succeeded() < fork.count) {
    const bool hopeless = branches.succeeded() + branches.running() < fork.count;
    return hopeless ? std::optional(Verdict{.failed = true}) : std::nullopt;
  }
  Verdict verdict;
  for (std::uint32_t i = 0; i < branches.size() && verdict.counted.size() < fork.count; ++i) {
    if (branches[i] == Branch::kSucceeded) verdict.counted.push_back(i);
  }
  return verdict;
}

std::optional<Verdict> DecideInTime(const contract::RouteTable& table, const Fork& fork,
                                    const Branches& branches) {
  switch (fork.wait) {
    case contract::Wait::kAll: return DecideAll(table, fork, branches);
    case contract::Wait::kCount: return DecideCount(fork, branches);
  }
  contract::NoSuchEnumerator();
}

}  // namespace

std::optional<Verdict> DecideJoin(const contract::RouteTable& table, const Fork& fork,
                                  const Branches& branches, bool late) {
  auto verdict = DecideInTime(table, fork, branches);
  if (!verdict && late) return Verdict{.failed = true};
  return verdict;
}

}  // namespace mesh::route
