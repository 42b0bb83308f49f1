#include "mesh/deterministic/zero_results.h"

#include <fmt/format.h>

#include "mesh/route/builtin_errors.h"
#include "mesh/value/zero.h"

namespace mesh::deterministic {

Error NoZero(const contract::Actor& actor, const contract::Member& result) {
  return route::MakeError(
      contract::BuiltinError::kContractViolation,
      fmt::format("results: /{}: with the zero of its type the results have a length above {}", result.name,
                  kMaxZeroLength),
      actor.name);
}

actor::Outcome ZeroResults(const contract::RouteTable& table, const contract::Actor& actor) {
  actor::Results results;
  Zeros zeros(table.pool);
  for (const contract::Member& result : Slice(table.pool.members, actor.results)) {
    std::optional<Value> zero = zeros.Of(result.type);
    if (!zero) return NoZero(actor, result);
    results.values.push_back(std::move(*zero));
  }
  return results;
}

}  // namespace mesh::deterministic
