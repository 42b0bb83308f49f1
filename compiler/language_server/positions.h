// Places as editors count them: a line and a character in it, from 0.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace meshc::language_server {

enum class Encoding : std::uint8_t { kUtf8, kUtf16 };

struct Position {
  std::uint32_t line = 0;
  std::uint32_t character = 0;  ///< In units of the encoding.
  friend bool operator==(const Position&, const Position&) = default;
};

/// Where the lines of one text begin. Lines end with LF, CRLF or CR. The text must outlive it.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text);

  /// What is behind the end of a line counts as its end, what is behind the text as the end of that. A place
  /// inside of a character counts as its begin.
  std::uint32_t OffsetOf(Position position, Encoding encoding) const;
  /// Offsets behind the text count as its end.
  Position PositionOf(std::uint32_t offset, Encoding encoding) const;
  std::uint32_t line_count() const { return static_cast<std::uint32_t>(starts_.size()); }

 private:
  /// Without its line end.
  std::string_view Line(std::uint32_t line) const;

  std::string_view text_;
  std::vector<std::uint32_t> starts_;
};

}  // namespace meshc::language_server
