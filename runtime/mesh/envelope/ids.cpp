#include "mesh/envelope/ids.h"

namespace mesh {

namespace {

__extension__ using Uint128 = unsigned __int128;

/// FNV-1a by Fowler, Noll and Vo, 128 bits: draft-eastlake-fnv.
Uint128 Fnv1a(std::string_view text) {
  constexpr Uint128 kPrime = (Uint128{1} << 88U) + 0x13BU;
  Uint128 hash = (Uint128{0x6C62272E07BB0142U} << 64U) + 0x62B821756295C58DU;
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * kPrime;
  return hash;
}

std::string Uuid(std::uint64_t high, std::uint64_t version, std::uint64_t low) {
  const std::uint64_t versioned = (high & 0xFFFF'FFFF'FFFF'0FFFU) | version << 12U;
  const std::uint64_t variant = 0x8000'0000'0000'0000U | (low & 0x3FFF'FFFF'FFFF'FFFFU);
  constexpr std::string_view kHex = "0123456789abcdef";
  constexpr std::size_t kHalf = 18;  // Characters of each, dashes included; the second half begins with one.
  std::string text(2 * kHalf, '-');
  const auto put = [&text, kHex](std::size_t at, std::uint64_t bits, unsigned digits) {
    for (unsigned left = digits; left > 0; --left) text[at++] = kHex[bits >> 4 * (left - 1) & 0xFU];
  };
  put(0, versioned >> 32U, 8);
  put(9, versioned >> 16U, 4);
  put(14, versioned, 4);
  put(kHalf + 1, variant >> 48U, 4);
  put(kHalf + 6, variant, 12);
  return text;
}

}  // namespace

std::string ChildId(std::string_view seed) {
  const Uint128 hash = Fnv1a(seed);
  return Uuid(static_cast<std::uint64_t>(hash >> 64U), 8, static_cast<std::uint64_t>(hash));
}

std::string UuidV7(std::int64_t now_ns, std::uint64_t high, std::uint64_t low) {
  const std::uint64_t milliseconds = static_cast<std::uint64_t>(now_ns / 1'000'000) & 0xFFFF'FFFF'FFFFU;
  return Uuid(milliseconds << 16U | (high & 0x0FFFU), 7, low);
}

}  // namespace mesh
