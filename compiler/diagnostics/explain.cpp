#include "compiler/diagnostics/render.h"

namespace meshc::diagnostics {

/// Embedded by the build: the text of a file in `explain/`.
std::string_view ExplainFile(std::string_view path);

std::string_view ExplainPage(Code code) { return ExplainFile(PrintCode(code) + ".md"); }

}  // namespace meshc::diagnostics
