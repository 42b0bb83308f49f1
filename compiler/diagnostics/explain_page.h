// The pages of `explain/`, embedded in the binary, and what stands in them.
#pragma once

#include <string>
#include <string_view>

#include "compiler/diagnostics/diagnostic.h"

namespace meshc::diagnostics {

/// The explain page of a code (Markdown). Empty if it has none.
std::string_view ExplainPage(Code code);

/// What follows the code in the page's first line: "a value has another type than is needed".
std::string PageTitle(std::string_view page);

/// The text of "What happened", its lines joined.
std::string PageSummary(std::string_view page);

}  // namespace meshc::diagnostics
