// What is known at one point of a flow, for people who ask: which fields may be there, which errors may
// arise and who catches them.
#pragma once

#include <memory>
#include <vector>

#include "compiler/ir/mesh.h"

namespace meshc::analysis {

enum class Presence : std::uint8_t { kAbsent, kMaybe, kPresent };

/// An error that may arise at a point.
struct PossibleError {
  types::ErrorId error;
  /// The name in the `on` clause that catches it; nowhere: a `finally` or a join takes it along, or it leaves
  /// the flow.
  source::SourceRange caught;
  bool leaves_flow = false;
};

/// Solves the mesh anew: for questions, which are rare, not for back ends.
class PathFacts {
 public:
  /// `mesh` is well formed, gaps allowed, and must outlive it.
  explicit PathFacts(const ir::Mesh& mesh);
  ~PathFacts();
  PathFacts(const PathFacts&) = delete;
  PathFacts& operator=(const PathFacts&) = delete;

  /// By slot of the flow's envelope, before the point. Empty: it is never reached.
  std::vector<Presence> FieldsAt(ir::PointId point) const;
  /// Sorted by error.
  std::vector<PossibleError> ErrorsAt(ir::PointId point) const;

 private:
  struct Solved;
  std::unique_ptr<Solved> solved_;
};

}  // namespace meshc::analysis
