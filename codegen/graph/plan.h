// Nodes and edges while a picture grows: each id once, each edge once.
#pragma once

#include <map>
#include <string>
#include <tuple>

#include "codegen/graph/model.h"

namespace meshc::codegen::graph {

class Plan {
 public:
  /// Adds the node unless its id is there; its index in any case.
  Index AddNode(Node node);
  /// Parallel edges of one kind become one whose label lists both.
  void AddEdge(Edge edge);

  /// True if an edge of that kind joins the two already.
  bool HasEdge(Index from, Index to, EdgeKind kind) const;

  Model& model() { return model_; }
  const Model& model() const { return model_; }

 private:
  Model model_;
  std::map<std::string, Index, std::less<>> by_id_;
  std::map<std::tuple<Index, Index, EdgeKind, Index>, Index> by_ends_;
};

}  // namespace meshc::codegen::graph
