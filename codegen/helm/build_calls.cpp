#include "codegen/helm/build_calls.h"
#include "compiler/support/enumerator.h"

namespace meshc::codegen::helm {
namespace {

/// The language has nothing finer.
std::int64_t Milliseconds(std::int64_t nanoseconds) { return nanoseconds / 1'000'000; }

const char* NameOf(types::Backoff backoff) {
  switch (backoff) {
    case types::Backoff::kConstant: return "constant";
    case types::Backoff::kLinear: return "linear";
    case types::Backoff::kExponential: return "exponential";
  }
  NoSuchEnumerator();
}

Map BuildRetry(const types::Declarations& declarations, const types::Retry& retry, const std::string& layer) {
  Map map;
  map.push_back({"attempts", Number(retry.attempts, layer)});
  if (retry.delay_ns > 0) {
    map.push_back({"backoff", Text(NameOf(retry.backoff))});
    map.push_back({"delay_ms", Number(Milliseconds(retry.delay_ns))});
  }
  if (retry.max_delay_ns > 0) map.push_back({"max_delay_ms", Number(Milliseconds(retry.max_delay_ns))});
  if (retry.jitter) map.push_back({"jitter", Flag(true)});
  List errors;
  for (const types::ErrorId error : retry.only) errors.push_back(Text(declarations.errors[error].name));
  if (!errors.empty()) map.push_back({"errors", {std::move(errors)}});
  return map;
}

}  // namespace

Map BuildCalls(const types::Declarations& declarations, const HandlerTimes& times, types::ActorId actor,
               const std::vector<Layer>& layers) {
  Map map;
  if (layers.empty()) return map;
  const auto timeout = LastOf(layers, [](const auto& layer) { return layer.timeout_ns; });
  if (timeout && times.LeavesTime(actor))
    map.push_back({"timeout_ms", Number(Milliseconds(timeout->value.value), timeout->layer)});
  if (const auto retry = LastOf(layers, [](const auto& layer) { return layer.retry; }))
    map.push_back({"retry", {BuildRetry(declarations, retry->value, retry->layer)}});
  if (const auto concurrency = LastOf(layers, [](const auto& layer) { return layer.concurrency; }))
    map.push_back({"concurrency", Number(concurrency->value, concurrency->layer)});
  return map;
}

}  // namespace meshc::codegen::helm
