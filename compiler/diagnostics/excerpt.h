// One line of source as a terminal shows it, with marks below it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/source/source_manager.h"

namespace meshc::diagnostics {

/// Bytes of one line that get a mark; `begin == end` marks one column.
struct Mark {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  char sign = '^';
  std::string text;  ///< Behind the mark; may be empty.
};

/// Tabs are widened, characters of no width are replaced, a long line is clipped around its
/// first mark (`…` stands at the cut).
struct Excerpt {
  std::string line;
  std::vector<std::string> marks;  ///< One per mark: blanks and signs, without its text.
};

Excerpt MakeExcerpt(std::string_view line, const std::vector<Mark>& marks);

}  // namespace meshc::diagnostics
