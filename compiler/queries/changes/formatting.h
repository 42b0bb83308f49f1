// A text, or a part of it, in the one style.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/queries/checked_root.h"

namespace meshc::queries {

/// Replaces the bytes [begin, end) of the text.
struct TextEdit {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string text;
};

/// As `meshc fmt` would. A text with syntax errors: its healthy declarations, each by itself.
std::vector<TextEdit> FormatText(std::string_view text);
/// The declarations that the range touches.
std::vector<TextEdit> FormatRange(std::string_view text, std::uint32_t begin, std::uint32_t end);

}  // namespace meshc::queries
