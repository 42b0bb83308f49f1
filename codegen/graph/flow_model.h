// The flow and actor levels: calls, decisions, loops and error edges, one cluster for each flow.
#pragma once

#include <memory>

#include "codegen/graph/point_node.h"
#include "compiler/analysis/analysis.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen::graph {

/// Pictures of the flows of one mesh, which outlives this. What has to be known of the whole mesh is found
/// once, so that each picture costs what it shows. Not thread-safe.
///
/// Ids are names of program points; `<flow>/start`, `<flow>/success` and `<flow>/failure` mark the ends.
class FlowModels {
 public:
  FlowModels(const ir::Mesh& mesh, const analysis::Facts& facts, const FlowDetail& detail);
  ~FlowModels();
  FlowModels(const FlowModels&) = delete;
  FlowModels& operator=(const FlowModels&) = delete;

  /// All flows in one picture.
  Model Whole() const;
  Model Of(types::FlowId flow) const;

 private:
  struct Tables;
  class Builder;
  std::unique_ptr<const Tables> tables_;
};

}  // namespace meshc::codegen::graph
