// In which part two texts differ.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace meshc::syntax {

/// The bytes [begin, old_end) of one text are the bytes [begin, end) of the other; what stands before and
/// behind is the same in both.
struct TextChange {
  std::uint32_t begin = 0;
  std::uint32_t old_end = 0;
  std::uint32_t end = 0;

  /// By how many bytes what stands behind has moved, modulo 2^32.
  std::uint32_t grown() const { return end - old_end; }
};

inline TextChange Compare(std::string_view before, std::string_view now) {
  const std::size_t shared = std::min(before.size(), now.size());
  const auto first =
      std::mismatch(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(shared), now.begin());
  const auto begin = static_cast<std::size_t>(first.first - before.begin());
  std::size_t tail = 0;
  while (tail < shared - begin && before[before.size() - 1 - tail] == now[now.size() - 1 - tail]) ++tail;
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(before.size() - tail),
          static_cast<std::uint32_t>(now.size() - tail)};
}

}  // namespace meshc::syntax
