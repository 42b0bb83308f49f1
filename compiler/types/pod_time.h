// What a pod needs beyond its longest handler.
#pragma once

#include <cstdint>

namespace meshc::types {

constexpr std::int64_t kDrainNs = 10'000'000'000;      ///< To hand back what has not begun.
constexpr std::int64_t kHostMarginNs = 5'000'000'000;  ///< For the host to end.

/// Kubernetes and KEDA count seconds in 32 bits; what pods need beyond a handler fits, too.
constexpr std::int64_t kLongestPodDays = 24'855;
constexpr std::int64_t kLongestPodNs = kLongestPodDays * 86'400'000'000'000;

/// How long RabbitMQ waits for an acknowledgement unless it is told otherwise (`consumer_timeout`). Nobody
/// can ask it for more time, and a message waits for its handler, too: half of it is the handler's.
constexpr std::int64_t kAmqpRedeliveryNs = 30 * 60'000'000'000;

}  // namespace meshc::types
