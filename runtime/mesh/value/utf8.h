// UTF-8 text as the language counts it: in code points.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mesh {

/// What stands at the start of a text that is not empty.
struct Utf8Sequence {
  /// In bytes; of what is no code point, those that might have begun one, at least one.
  std::size_t length = 0;
  bool whole = false;  ///< It is a code point.
};
Utf8Sequence FirstSequence(std::string_view text);

/// How many code points `text` has; none if it is not UTF-8 (overlong forms and surrogates are not).
std::optional<std::size_t> CountCodePoints(std::string_view text);

/// How many bytes at the start of `text` are UTF-8.
std::size_t Utf8Prefix(std::string_view text);

/// The text with U+FFFD for each byte that is no part of a code point; UTF-8 stays as it is.
std::string MendUtf8(std::string text);

/// The text on one line, with the escapes of the language (`\n`, `\u{1b}`) for what would move the
/// cursor, change the order of writing, or not be seen at all: control characters and marks of
/// direction. `text` is UTF-8.
std::string ShowControls(std::string_view text);

}  // namespace mesh
