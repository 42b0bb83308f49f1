// Cycles in graphs of declarations: imports, flow calls, records, aliases, errors.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/source/source_range.h"

namespace meshc::source {

/// One reference from a node to a node, and where it stands in source.
struct Edge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  SourceRange range;
};

/// One cycle of every group of nodes that reach each other. Each is a list of edges that starts
/// with the group's first edge in the order given and leads back to where that one starts.
std::vector<std::vector<Edge>> FindCycles(std::uint32_t node_count, const std::vector<Edge>& edges);

}  // namespace meshc::source
