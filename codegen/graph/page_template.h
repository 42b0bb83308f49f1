// `templates/graph`, embedded in the binary.
#pragma once

#include <string_view>

namespace meshc::codegen::graph {

/// The text of the file `templates/graph/<path>`; empty if there is none.
std::string_view PageTemplate(std::string_view path);

}  // namespace meshc::codegen::graph
