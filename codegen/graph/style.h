// How kinds look: one row each, for every drawn format.
#pragma once

#include "codegen/graph/model.h"

namespace meshc::codegen::graph {

inline constexpr const char* kFont = "Helvetica";
inline constexpr const char* kInk = "#1f2933";
inline constexpr const char* kFaint = "#66788a";

struct NodeStyle {
  const char* shape;
  const char* style;
  const char* fill;
  const char* border;
};

struct EdgeStyle {
  const char* colour;
  const char* style;
  const char* words;  ///< What it looks like, where a legend has no line to show.
};

struct RegionStyle {
  const char* style;
  const char* fill;
  const char* border;
};

NodeStyle StyleOf(NodeKind kind);
EdgeStyle StyleOf(EdgeKind kind);
RegionStyle StyleOf(RegionKind kind);

}  // namespace meshc::codegen::graph
