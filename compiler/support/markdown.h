// Text as Markdown that shows it and nothing else: names may hold what Markdown or HTML take for markup.
#pragma once

#include <string>
#include <string_view>

namespace meshc {

/// Prose on one line; line ends become `<br>`. What stands between two back quotes becomes a code span.
std::string MarkdownText(std::string_view text);

/// A code span on one line; empty if `text` is.
std::string MarkdownCode(std::string_view text);

/// The same within the cell of a table, where `|` ends even a code span.
std::string MarkdownCell(std::string_view text);

}  // namespace meshc
