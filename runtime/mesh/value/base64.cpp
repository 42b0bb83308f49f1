#include "mesh/value/base64.h"

#include <cstdint>

namespace mesh {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string EncodeBase64(std::string_view raw) {
  std::string text;
  text.reserve((raw.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < raw.size(); i += 3) {
    const auto byte = [&](std::size_t offset) -> std::uint32_t {
      return i + offset < raw.size() ? static_cast<unsigned char>(raw[i + offset]) : 0;
    };
    const std::uint32_t group = byte(0) << 16 | byte(1) << 8 | byte(2);
    text += kAlphabet[group >> 18];
    text += kAlphabet[group >> 12 & 63];
    text += i + 1 < raw.size() ? kAlphabet[group >> 6 & 63] : '=';
    text += i + 2 < raw.size() ? kAlphabet[group & 63] : '=';
  }
  return text;
}

std::optional<std::string> DecodeBase64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  std::string raw;
  raw.reserve(text.size() / 4 * 3);
  std::uint32_t group = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool pad = i >= text.size() - padding;
    const std::size_t digit = pad ? 0 : kAlphabet.find(text[i]);
    if (digit == std::string_view::npos) return std::nullopt;
    group = group << 6 | static_cast<std::uint32_t>(digit);
    if (i % 4 != 3) continue;
    raw += static_cast<char>(group >> 16 & 255);
    raw += static_cast<char>(group >> 8 & 255);
    raw += static_cast<char>(group & 255);
    group = 0;
  }
  raw.resize(raw.size() - padding);
  // The bits under the padding must be zero, so that equal bytes have one spelling.
  if (EncodeBase64(raw) != text) return std::nullopt;
  return raw;
}

}  // namespace mesh
