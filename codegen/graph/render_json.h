// A picture as JSON, for tools that draw or compare it themselves.
#pragma once

#include <string>

#include "codegen/graph/model.h"

namespace meshc::codegen::graph {

std::string RenderJson(const Model& model);

}  // namespace meshc::codegen::graph
