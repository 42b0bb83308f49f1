// Texts of a mesh within a finding, which a terminal must not obey.
#pragma once

#include <string>
#include <string_view>

namespace meshc::diagnostics {

/// False for what moves the cursor, ends a line, turns the direction of writing, or is no code point.
bool IsSeen(std::string_view code_point);

/// On one line, with U+FFFD for what is not seen.
std::string PlainText(std::string_view text);

}  // namespace meshc::diagnostics
