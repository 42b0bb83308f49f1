#include "mesh/route/retry_delay.h"

#include <cmath>
#include <limits>

#include "mesh/contract/enumerator.h"

namespace mesh::route {
namespace {

/// What the first delay is multiplied with; a double, so that it cannot overflow.
double Factor(contract::Backoff backoff, std::uint32_t attempt) {
  switch (backoff) {
    case contract::Backoff::kConstant: return 1;
    case contract::Backoff::kLinear: return attempt;
    case contract::Backoff::kExponential: return std::exp2(attempt - 1.0);
  }
  contract::NoSuchEnumerator();
}

}  // namespace

std::int64_t RetryDelay(const contract::RetryPolicy& policy, std::uint32_t attempt, double random) {
  const std::int64_t ceiling =
      policy.max_delay_ns > 0 ? policy.max_delay_ns : std::numeric_limits<std::int64_t>::max();
  const double whole = static_cast<double>(policy.delay_ns) * Factor(policy.backoff, attempt);
  const std::int64_t delay =
      whole < static_cast<double>(ceiling) ? static_cast<std::int64_t>(whole) : ceiling;
  if (!policy.jitter) return delay;
  return delay / 2 + static_cast<std::int64_t>(static_cast<double>(delay - delay / 2) * random);
}

}  // namespace mesh::route
