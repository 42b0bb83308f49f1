#include "mesh/envelope/ids.h"

#include <fmt/format.h>

namespace mesh {

std::string UuidV7(std::int64_t now_ns, std::uint64_t high, std::uint64_t low) {
  const std::uint64_t milliseconds = static_cast<std::uint64_t>(now_ns / 1'000'000) & 0xFFFF'FFFF'FFFFU;
  const std::uint64_t version = 0x7000U | (high & 0x0FFFU);
  const std::uint64_t variant = 0x8000'0000'0000'0000U | (low & 0x3FFF'FFFF'FFFF'FFFFU);
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", milliseconds >> 16U, milliseconds & 0xFFFFU,
                     version, variant >> 48U, variant & 0xFFFF'FFFF'FFFFU);
}

}  // namespace mesh
