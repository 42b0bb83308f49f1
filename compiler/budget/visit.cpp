#include "compiler/budget/visit.h"

#include <algorithm>
#include <cmath>

#include "compiler/support/enumerator.h"

namespace meshc::budget {
namespace {

constexpr double kBillionthsPerUnit = 1e9;

/// first + 2 first + ... + count first
Amount LinearSum(std::int64_t first, std::int64_t count) {
  const std::int64_t even = count % 2 == 0 ? count : count + 1;
  const std::int64_t odd = count % 2 == 0 ? count + 1 : count;
  return Amount(first) * (Amount(even / 2) * Amount(odd));
}

/// `count` delays of k times the first one, none above `longest`.
Amount LinearPauses(std::int64_t first, std::int64_t longest, std::int64_t count) {
  const std::int64_t growing = std::min(count, longest / first);
  return LinearSum(first, growing) + Amount(longest) * Amount(count - growing);
}

/// `count` delays, each twice the one before, none above `longest`.
Amount ExponentialPauses(std::int64_t first, std::int64_t longest, std::int64_t count) {
  Amount sum;
  std::int64_t done = 0;
  for (std::int64_t delay = first; done < count && delay < longest; ++done) {
    sum = sum + Amount(delay);
    delay = delay > longest / 2 ? longest : delay * 2;
  }
  return sum + Amount(longest) * Amount(count - done);
}

Visit VisitOf(std::int64_t timeout_ns, const std::optional<types::Retry>& retry) {
  if (!retry) return {1, timeout_ns, {}};
  return {retry->attempts, timeout_ns, PausesOf(*retry)};
}

}  // namespace

Amount PausesOf(const types::Retry& retry) {
  const std::int64_t count = std::int64_t{retry.attempts} - 1;
  if (count <= 0 || retry.delay_ns <= 0) return {};
  const std::int64_t longest = retry.max_delay_ns > 0 ? retry.max_delay_ns : Amount::kLargest;
  switch (retry.backoff) {
    case types::Backoff::kConstant: return Amount(std::min(retry.delay_ns, longest)) * Amount(count);
    case types::Backoff::kLinear: return LinearPauses(retry.delay_ns, longest, count);
    case types::Backoff::kExponential: return ExponentialPauses(retry.delay_ns, longest, count);
  }
  NoSuchEnumerator();
}

Visit VisitOf(const types::Actor& actor, const sema::CallFacts& call) {
  return VisitOf(call.timeout_ns.value_or(actor.timeout_ns), call.retry ? call.retry : actor.retry);
}

Visit VisitOf(const types::Actor& actor) { return VisitOf(actor.timeout_ns, actor.retry); }

Amount PriceOf(const types::Actor& actor) {
  const double billionths = actor.cost * kBillionthsPerUnit;
  if (!(billionths < static_cast<double>(Amount::kLargest))) return Amount(Amount::kLargest);
  return Amount(std::llround(billionths));
}

}  // namespace meshc::budget
