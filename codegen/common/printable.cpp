#include "codegen/common/printable.h"

#include <fmt/format.h>

#include <cstdint>

namespace meshc::codegen {
namespace {

struct Decoded {
  std::uint32_t character = 0;
  std::size_t bytes = 1;
};

Decoded Decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  std::size_t bytes = 1;
  if (first >= 0xC0) bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (bytes == 1 || bytes > text.size()) return {first, 1};
  std::uint32_t character = first & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) character = character << 6U | (byte(i) & 0x3FU);
  return {character, bytes};
}

bool IsPrintable(std::uint32_t character) {
  if (character == '\n' || character == '\t') return true;
  const bool control = character < 0x20 || (character >= 0x7F && character < 0xA0);
  // Line ends of Unicode, which readers of YAML take for such, and the mark of byte order.
  if (character == 0x2028 || character == 0x2029 || character == 0xFEFF) return false;
  return !control && (character & 0xFFFEU) != 0xFFFEU;
}

}  // namespace

std::string Printable(std::string_view text) {
  std::string printable;
  while (!text.empty()) {
    const Decoded next = Decode(text);
    if (IsPrintable(next.character)) {
      printable += text.substr(0, next.bytes);
    } else {
      printable += fmt::format("\\u{{{:x}}}", next.character);
    }
    text.remove_prefix(next.bytes);
  }
  return printable;
}

}  // namespace meshc::codegen
