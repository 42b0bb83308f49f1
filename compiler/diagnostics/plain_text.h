// Texts of a mesh within a finding, which a terminal must not obey.
#pragma once

#include <string>
#include <string_view>

namespace meshc::diagnostics {

/// On one line, with U+FFFD for what moves the cursor, turns the direction of writing, or is no UTF-8.
std::string PlainText(std::string_view text);

}  // namespace meshc::diagnostics
