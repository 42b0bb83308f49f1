// The inside of JSON strings: where it ends, and what its escapes stand for.
#pragma once

#include <cstddef>

#include "mesh/value/byte_block.h"

namespace mesh {

/// Zeros that follow a text which is read by blocks.
inline constexpr std::size_t kJsonPadding = sizeof(ByteBlock);

/// The first byte from `at` on that a string does not hold as it is: a quote, a backslash, a control
/// character. `at` stands in a text with `kJsonPadding` zeros behind it, whose first one counts as a control
/// character.
inline const char* FindPlainEnd(const char* at) {
  for (;; at += sizeof(ByteBlock)) {
    const ByteMarks marks = MarkEscaped(BlockAt(at));
    if (HasMark(marks)) return at + FirstMark(marks);
  }
}

/// Reads the rest of a string from `at` on, in such a text, and writes it to `out` without its escapes.
/// Returns the place behind the closing quote, and moves `out` to the end of the written bytes, which are at
/// most as many as the read ones. Returns null if the text is no string of JSON, or an escape is half of a
/// surrogate pair.
const char* UnescapeString(const char* at, char*& out);

}  // namespace mesh
