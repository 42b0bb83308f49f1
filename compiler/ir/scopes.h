// What encloses control at each point: the frames on the envelope's stack and the active loops.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/mesh.h"

namespace meshc::ir {

using ScopeId = Id<struct ScopeTag>;

enum class ScopeKind : std::uint8_t {
  kFlow,     ///< Bottom of a flow's activation; `key` is the flow.
  kLoop,     ///< A round counter; `key` is the loop.
  kClause,   ///< A clause frame; `key` is the first point of the clause.
  kFinally,  ///< A finally frame; `key` is the first point of the region.
  kBranch,   ///< A branch frame; `key` is the first point of the branch.
  kEach,     ///< An each frame, above a kBranch; `key` is the EachFork.
  kFollow,   ///< A follow frame; `key` is the Follow.
  kSaga,     ///< A saga frame; `key` is the SagaEnter.
};

/// One element of the stack, linked to what encloses it. `frames` counts the frames of the flow's
/// activation up to and including this one; the flow's bottom and loops are no frames.
struct Scope {
  ScopeKind kind = ScopeKind::kFlow;
  std::uint32_t key = 0;
  ScopeId parent;
  std::uint32_t frames = 0;

  PointId entry() const { return {key}; }
};

/// Scopes are interned: two points have the same stack if and only if they have the same id.
struct ScopeMap {
  Store<ScopeId, Scope> scopes;
  std::vector<ScopeId> at;            ///< By point; none: no path leads there, reachable or not.
  std::vector<std::string> problems;  ///< Points that two paths reach with different stacks, and the like.

  /// The innermost scope of `kind` from `scope` outwards; none: there is none.
  ScopeId Innermost(ScopeId scope, ScopeKind kind) const;
};

/// Follows every edge from every flow's entry, error edges included. The ids of `mesh` must be in range.
ScopeMap ComputeScopes(const Mesh& mesh);

}  // namespace meshc::ir
