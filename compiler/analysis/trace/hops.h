// Hops: from one visit of an actor to those that may come right after it.
#pragma once

#include <vector>

#include "compiler/analysis/trace/tracer.h"

namespace meshc::analysis {

/// Follows control through called flows and back to callers, by errors and by what takes calls back, too. Of
/// one mesh, which outlives it; one thread at a time.
class Hops {
 public:
  Hops(const ir::Mesh& mesh, const Facts& facts);
  Hops(const Hops&) = delete;
  Hops& operator=(const Hops&) = delete;

  /// The first visits of a flow that begins at `entry`.
  std::vector<Passage> From(ir::PointId entry) const { return tracer_.From(entry); }
  /// What may follow the visit, or the undo call, that `left` has come to: when it ends well, then by errors
  /// that the actor declares, then by those that every call may raise.
  std::vector<Passage> After(const Passage& left) const;
  /// Who is visited there: of a passage of kind kUndo, who takes the call back.
  types::ActorId ActorAt(const Passage& passage) const;

 private:
  const ir::Mesh& mesh_;
  Openers openers_;
  Tracer tracer_;
};

}  // namespace meshc::analysis
