// A picture as Mermaid text, for Markdown pages.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "codegen/graph/model.h"

namespace meshc::codegen::graph {

/// Readers refuse more than 500 arrows or 50,000 characters unless they are told otherwise.
inline constexpr std::size_t kMostMermaidEdges = 449;
inline constexpr std::size_t kMostMermaidText = 44'999;

struct MermaidText {
  std::string text;
  std::vector<std::string> parts;  ///< Not empty: `text` is an overview of them.
};

MermaidText RenderMermaid(const Model& model);

}  // namespace meshc::codegen::graph
