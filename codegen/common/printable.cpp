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

/// Bytes at the begin of `text` that every format can hold. Most texts are plain ASCII, and whole meshes of
/// them are looked at.
std::size_t PrintablePrefix(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const bool plain = text[at] >= 0x20 && text[at] < 0x7F;
    const Decoded next = plain ? Decoded{} : Decode(text.substr(at));
    if (!plain && !IsPrintable(next.character)) break;
    at += next.bytes;
  }
  return at;
}

}  // namespace

bool IsPrintable(std::string_view text) { return PrintablePrefix(text) == text.size(); }

std::string Printable(std::string_view text) {
  std::string printable;
  while (true) {
    const std::size_t prefix = PrintablePrefix(text);
    printable += text.substr(0, prefix);
    text.remove_prefix(prefix);
    if (text.empty()) return printable;
    const Decoded next = Decode(text);
    printable += fmt::format("\\u{{{:x}}}", next.character);
    text.remove_prefix(next.bytes);
  }
}

}  // namespace meshc::codegen
