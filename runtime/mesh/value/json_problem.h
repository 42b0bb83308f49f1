// What keeps a text from being JSON, in words that quote nothing of it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mesh {

struct JsonProblem {
  std::size_t line = 1;    ///< From 1.
  std::size_t column = 1;  ///< In code points, from 1; in bytes where the text is no UTF-8.
  std::string message;

  /// `line 1, column 7: a colon is expected`. The text begins on the line `first_line` of its file.
  std::string Describe(std::size_t first_line = 1) const;
};

/// The first problem of a text that shall be one JSON value: RFC 8259, UTF-8, no deeper than
/// kMaxJsonDepth, each member of an object once, numbers that a float can hold. None: it is that.
std::optional<JsonProblem> FindJsonProblem(std::string_view text);

}  // namespace mesh
