#include "compiler/language_server/positions.h"

#include <algorithm>

#include "compiler/source/utf8.h"

namespace meshc::language_server {
namespace {

/// Of the character that begins with `lead`: characters beyond the first plane are two units of UTF-16.
std::uint32_t Units(char lead) { return (static_cast<unsigned char>(lead) & 0xF8U) == 0xF0U ? 2 : 1; }

}  // namespace

LineIndex::LineIndex(std::string_view text) : text_(text), starts_{0} {
  // Each is looked for by itself, as a library finds one character at many bytes a step.
  const auto next = [&](char end, std::size_t from) { return std::min(text.find(end, from), text.size()); };
  std::size_t feed = next('\n', 0);
  std::size_t carriage = next('\r', 0);
  while (feed < text.size() || carriage < text.size()) {
    const std::size_t end = std::min(feed, carriage);
    const std::size_t begin = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
    starts_.push_back(static_cast<std::uint32_t>(begin));
    if (feed < begin) feed = next('\n', begin);
    if (carriage < begin) carriage = next('\r', begin);
  }
}

std::string_view LineIndex::Line(std::uint32_t line) const {
  const std::uint32_t begin = starts_[line];
  const std::size_t end = line + 1 < starts_.size() ? starts_[line + 1] : text_.size();
  std::string_view text = text_.substr(begin, end - begin);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

std::uint32_t LineIndex::OffsetOf(Position position, Encoding encoding) const {
  if (position.line >= starts_.size()) return static_cast<std::uint32_t>(text_.size());
  const std::string_view line = Line(position.line);
  std::uint32_t units = 0;
  std::size_t at = 0;
  while (at < line.size() && units < position.character) {
    std::size_t next = at + 1;
    while (next < line.size() && source::IsContinuation(line[next])) ++next;
    units += encoding == Encoding::kUtf8 ? static_cast<std::uint32_t>(next - at) : Units(line[at]);
    if (units > position.character) break;
    at = next;
  }
  return starts_[position.line] + static_cast<std::uint32_t>(at);
}

Position LineIndex::PositionOf(std::uint32_t offset, Encoding encoding) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
  const auto behind = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const auto line = static_cast<std::uint32_t>(behind - starts_.begin() - 1);
  const std::string_view before = text_.substr(starts_[line], offset - starts_[line]);
  if (encoding == Encoding::kUtf8) return {line, static_cast<std::uint32_t>(before.size())};
  std::uint32_t units = 0;
  for (const char byte : before) units += source::IsContinuation(byte) ? 0 : Units(byte);
  return {line, units};
}

}  // namespace meshc::language_server
