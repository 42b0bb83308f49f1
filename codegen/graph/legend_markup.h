// The legend as a table in the graph library's HTML-like markup.
#pragma once

#include <string>

#include "codegen/graph/model.h"

namespace meshc::codegen::graph {

/// Text as it stands in markup; line ends become breaks.
std::string EscapeMarkup(std::string_view text);

/// Empty if there is nothing to explain.
std::string LegendMarkup(const Model& model);

}  // namespace meshc::codegen::graph
