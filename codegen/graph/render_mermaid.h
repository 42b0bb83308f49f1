// A picture as a Mermaid flowchart, for places that draw Markdown.
#pragma once

#include <string>

#include "codegen/graph/model.h"

namespace meshc::codegen::graph {

std::string RenderMermaid(const Model& model);

}  // namespace meshc::codegen::graph
