// Amounts and times as Kubernetes and KEDA write them.
#pragma once

#include <cstdint>
#include <string>

namespace meshc::codegen::helm {

/// `500m`, `2`
std::string WriteCpu(std::int64_t milli_cpu);
/// `8Gi`, `1500`
std::string WriteBytes(std::int64_t bytes);
/// Nanoseconds as whole seconds, never less.
std::int64_t SecondsUp(std::int64_t nanoseconds);

}  // namespace meshc::codegen::helm
