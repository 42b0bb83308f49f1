// What passed the actors that undo calls: those visits are counted where a saga is undone, not at the calls.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>

#include "codegen/graph/counts.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen::graph {

/// By the actor that undoes.
class UndoLoads {
 public:
  /// `mesh` must outlive it.
  UndoLoads(const TrafficCounts& counts, const ir::Mesh& mesh);

  /// What passed `actor` for the one call that it undoes, beside what it was called for. None: it undoes no
  /// call, or several, and some of them were undone, as nobody has counted which; or counts contradict each
  /// other.
  std::optional<VisitCounts> Of(std::string_view actor) const;

 private:
  struct Undone {
    std::uint32_t calls = 0;                          ///< That it undoes.
    std::optional<VisitCounts> load = VisitCounts{};  ///< None: the counts contradict each other.
  };

  std::unordered_map<std::string_view, Undone> undone_;
};

}  // namespace meshc::codegen::graph
