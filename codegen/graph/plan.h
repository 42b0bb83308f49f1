// Nodes and edges while a picture grows: each id once, each edge once.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "codegen/graph/model.h"

namespace meshc::codegen::graph {

class Plan {
 public:
  /// Adds the node unless its id is there; its index in any case.
  Index AddNode(Node node);
  /// Parallel edges of one kind become one whose label lists all of theirs; one without a label says it for
  /// all.
  void AddEdge(Edge edge);

  /// True if an edge of some kind, from the node itself, leads from one to the other already.
  bool Joins(Index from, Index to) const { return joined_.contains({from, to}); }

  Model& model() { return model_; }
  const Model& model() const { return model_; }

 private:
  Model model_;
  std::map<std::string, Index, std::less<>> by_id_;
  std::map<std::tuple<Index, Index, EdgeKind, Index>, Index> by_ends_;
  std::set<std::pair<Index, std::string>> labels_;  ///< That an edge has already.
  std::set<std::pair<Index, Index>> joined_;
};

}  // namespace meshc::codegen::graph
