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
  // A library compares blocks of bytes faster than a loop does bytes.
  constexpr std::size_t kBlock = 1024;
  const std::size_t shared = std::min(before.size(), now.size());
  const auto last = [](std::string_view text, std::size_t behind, std::size_t size) {
    return text.substr(text.size() - behind - size, size);
  };
  std::size_t begin = 0;
  while (begin + kBlock <= shared && before.substr(begin, kBlock) == now.substr(begin, kBlock))
    begin += kBlock;
  while (begin < shared && before[begin] == now[begin]) ++begin;
  std::size_t tail = 0;
  while (tail + kBlock <= shared - begin && last(before, tail, kBlock) == last(now, tail, kBlock))
    tail += kBlock;
  while (tail < shared - begin && last(before, tail, 1) == last(now, tail, 1)) ++tail;
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(before.size() - tail),
          static_cast<std::uint32_t>(now.size() - tail)};
}

}  // namespace meshc::syntax
