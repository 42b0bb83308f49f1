// Which errors leave the frames of a flow, where they arise, and whether a saga is undone first.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "codegen/graph/model.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen::graph {

/// The outermost saga that is left on the way from one frame to another that is no part of it; none: none.
Index SagaLeft(const std::vector<Region>& regions, Index from, Index to);

/// The handlers around a point, innermost first, each with its frame.
struct Guard {
  ir::PointId handler;
  Index region = kNone;
};

class FrameErrors {
 public:
  /// Points by the error that they raise, which the clause may name by a parent or a child of it.
  using Raisers = std::map<types::ErrorId, std::vector<ir::PointId>>;
  /// By the frame that the errors leave: the outermost saga inside the guarded block, which is undone first;
  /// none: they arise outside of sagas.
  using Origins = std::map<Index, Raisers>;

  FrameErrors(const ir::Mesh& mesh, const std::vector<Region>& regions) : mesh_(mesh), regions_(regions) {}

  /// What arises at a point in `region`: `named` errors, and `common` ones, which everybody may raise.
  /// `guards` are those around it, up to its branch or to the flow itself, which has no handler.
  void Add(ir::PointId point, Index region, const std::vector<Guard>& guards,
           const std::vector<types::ErrorId>& named, bool common);

  /// Where the errors of one clause, which goes on at `target`, come from.
  Origins Of(ir::PointId handler, const std::vector<types::ErrorId>& clause, ir::PointId target) const;
  /// Where the named errors come from that nobody catches.
  const Origins& Uncaught() const { return uncaught_; }

 private:
  void Throw(ir::PointId point, Index region, const std::vector<Guard>& guards, types::ErrorId error);
  /// True if the error goes no further.
  bool Catch(const ir::Catch& clauses, ir::PointId handler, Index origin, types::ErrorId error,
             ir::PointId point);

  const ir::Mesh& mesh_;
  const std::vector<Region>& regions_;
  std::map<std::pair<ir::PointId, ir::PointId>, Origins> named_;  ///< By handler and target.
  std::map<ir::PointId, Origins> common_;                         ///< By handler; without raisers.
  Origins uncaught_;
};

}  // namespace meshc::codegen::graph
