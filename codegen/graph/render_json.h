// A picture as data, for tools that draw or compare it themselves: templates/graph/graph.schema.json.
#pragma once

#include <string>

#include "codegen/graph/graph.h"
#include "codegen/graph/model.h"

namespace meshc::codegen::graph {

/// What the picture itself does not hold.
struct JsonContext {
  const ir::Mesh& mesh;
  GraphLevel level = GraphLevel::kFlow;
  const source::SourceManager* sources = nullptr;  ///< Null: lines are not told.
  const types::Deploy* deploy = nullptr;           ///< Null: nothing is told of where actors run.
};

std::string RenderJson(const Model& model, const JsonContext& context);

}  // namespace meshc::codegen::graph
