#include "mesh/route/router.h"

#include <algorithm>
#include <limits>

#include "mesh/route/activation.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/route/declared_errors.h"
#include "mesh/route/sound_bindings.h"

namespace mesh::route {
namespace {

using contract::ErrorClass;
using contract::Index;
using contract::kNone;
using contract::Point;

template <typename Entries>
Index FindNamed(const Entries& entries, std::string_view name) {
  for (Index index = 0; index < entries.size; ++index) {
    if (entries[index].name == name) return index;
  }
  return kNone;
}

/// For entries that are sorted by name.
template <typename Entries>
Index FindSorted(const Entries& entries, std::string_view name) {
  const auto before = [](const auto& entry, std::string_view wanted) { return entry.name < wanted; };
  const auto* found = std::lower_bound(entries.begin(), entries.end(), name, before);
  return found != entries.end() && found->name == name ? static_cast<Index>(found - entries.begin()) : kNone;
}

const Point& PointOf(const contract::RouteTable& table, const Envelope& envelope) {
  return table.points[envelope.route.at];
}

}  // namespace

Router::Router(const contract::RouteTable& table, Limits limits, contract::Array<contract::FormerName> former)
    : table_(table),
      limits_(limits),
      former_(former),
      schemas_(table.pool, former),
      evaluator_(table.pool),
      sound_bindings_(FindSoundBindings(table)),
      sensitivity_(table) {}

const contract::RetryPolicy* Router::RetryAt(const Envelope& envelope) const {
  const Point& point = PointOf(table_, envelope);
  const Index retry = point.retry != kNone ? point.retry : table_.actors[ActorAt(envelope)].retry;
  return retry == kNone ? nullptr : &table_.retries[retry];
}

bool Router::MayRetry(const Envelope& envelope, const Error& error) const {
  const contract::RetryPolicy* policy = RetryAt(envelope);
  const Index index = FindError(error.name);
  if (policy == nullptr || index == kNone || error.by_raise || envelope.status.attempt >= policy->attempts)
    return false;
  if (table_.errors[index].error_class != ErrorClass::kRetriable) return false;
  if (!MayRaise(*this, table_.actors[ActorAt(envelope)], index)) return false;
  const auto only = Slice(table_.pool.indices, policy->only_errors);
  const auto covers = [&](Index listed) { return IsError(index, listed); };
  return only.size == 0 || std::any_of(only.begin(), only.end(), covers);
}

std::int64_t Router::TimeoutAt(const Envelope& envelope) const {
  const Point& point = PointOf(table_, envelope);
  return point.timeout_ns >= 0 ? point.timeout_ns : table_.actors[ActorAt(envelope)].timeout_ns;
}

TimeLimit Router::LimitAt(const Envelope& envelope, std::int64_t now_ns) const {
  TimeLimit limit{.duration_ns = TimeoutAt(envelope)};
  if (limit.duration_ns <= 0) limit.duration_ns = std::numeric_limits<std::int64_t>::max();
  const auto deadline = envelope.status.deadline_at_ns;
  const contract::PointKind kind = PointOf(table_, envelope).kind;
  const bool parked = kind == contract::PointKind::kPark && !InBranch(envelope.route.frames);
  if (kind == contract::PointKind::kUndo || parked) return limit;
  if (!deadline || *deadline - now_ns >= limit.duration_ns) return limit;
  return {.duration_ns = *deadline - now_ns, .error = contract::BuiltinError::kDeadlineExceeded};
}

Index Router::FindError(std::string_view name) const { return FindNamed(table_.errors, name); }
Index Router::FindFlow(std::string_view name) const { return FindSorted(table_.flows, name); }

bool Router::IsError(Index error, Index ancestor) const {
  while (error != kNone && error != ancestor) error = table_.errors[error].parent;
  return error != kNone;
}

}  // namespace mesh::route
