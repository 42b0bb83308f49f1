#include "codegen/common/cpp_literals.h"

#include <fmt/core.h>

#include <limits>

#include "compiler/source/source_manager.h"

namespace meshc::codegen {
namespace {

/// Octal escapes end after three digits, whatever follows; hexadecimal ones do not.
std::string Escaped(char c) {
  switch (c) {
    case '"': return "\\\"";
    case '\\': return "\\\\";
    case '\n': return "\\n";
    case '\t': return "\\t";
    case '\r': return "\\r";
  }
  return fmt::format("\\{:03o}", static_cast<unsigned char>(c));
}

}  // namespace

bool TurnsDirection(std::string_view text) {
  if (text.size() < 3 || text[0] != '\xE2') return false;
  const auto last = static_cast<unsigned char>(text[2]);
  if (text[1] == '\x80') return last == 0x8E || last == 0x8F || (last >= 0xAA && last <= 0xAE);
  return text[1] == '\x81' && last >= 0xA6 && last <= 0xA9;
}

std::string CppString(std::string_view text) {
  const bool readable = !source::FindInvalidUtf8(text);
  std::string literal = "\"";
  std::size_t escaped = 0;  // Up to there.
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto byte = static_cast<unsigned char>(c);
    if (TurnsDirection(text.substr(i))) escaped = i + 3;
    const bool high = byte >= 0x80 && readable && i >= escaped;
    const bool plain = (byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\') || high;
    literal += plain ? std::string(1, c) : Escaped(c);
  }
  return literal + "\"";
}

std::string CppInt(std::int64_t value) {
  if (value == std::numeric_limits<std::int64_t>::min()) return fmt::format("{} - 1", value + 1);
  return fmt::format("{}", value);
}

std::string CppFloat(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

}  // namespace meshc::codegen
