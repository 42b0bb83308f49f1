#include "compiler/lower/point_names.h"

#include <fmt/format.h>
#include <llvm/Support/xxhash.h>

namespace meshc::lower {
namespace {

constexpr std::size_t kLongestPath = 240;
constexpr std::size_t kLongestLabel = 80;

/// The first bytes of a text and a hash of all, if the text is longer than `most`.
std::string Shortened(std::string text, std::size_t most) {
  constexpr std::size_t kKept = 60;
  if (text.size() <= most) return text;
  std::size_t end = kKept;
  // Not within a character.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return fmt::format("{}~{:016x}", text.substr(0, end), llvm::xxHash64(text));
}

}  // namespace

std::string PointNames::Enter(std::string path) {
  return std::exchange(path_, Shortened(std::move(path), kLongestPath));
}

std::string PointNames::Sibling(std::string_view word) {
  std::string name = fmt::format("{}/{}", path_, word);
  return fmt::format("{}#{}", name, ++counts_[name]);
}

std::string PointNames::Arm(std::string_view construct, std::string_view label) {
  std::string name = fmt::format("{}[{}", construct, Shortened(std::string(label), kLongestLabel));
  unsigned count = ++counts_[name];
  return count == 1 ? name + ']' : fmt::format("{}#{}]", name, count);
}

}  // namespace meshc::lower
