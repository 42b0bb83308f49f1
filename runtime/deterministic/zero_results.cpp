#include "mesh/deterministic/zero_results.h"

#include <fmt/format.h>

#include "mesh/route/builtin_errors.h"
#include "mesh/value/json.h"

namespace mesh::deterministic {

Error NoZero(const contract::Actor& actor, const contract::Member& result) {
  return route::MakeError(
      contract::BuiltinError::kContractViolation,
      fmt::format("results: /{}: the zero of its type has a length above {}", result.name, kMaxZeroLength),
      actor.name);
}

actor::Outcome ZeroResults(const contract::RouteTable& table, const contract::Actor& actor) {
  actor::Results results;
  for (const contract::Member& result : Slice(table.pool.members, actor.results)) {
    std::optional<Value> zero = ZeroOf(table.pool, result.type);
    if (!zero) return NoZero(actor, result);
    results.values.push_back(std::move(*zero));
  }
  return results;
}

}  // namespace mesh::deterministic
