// The checks: each reads the solution and reports. None changes what another one sees.
#pragma once

#include "compiler/analysis/solution.h"
#include "compiler/analysis/witness.h"
#include "compiler/diagnostics/diagnostics.h"

namespace meshc::analysis {

struct CheckContext {
  const Solution& solution;
  WitnessFinder& witnesses;
  diagnostics::Diagnostics& diagnostics;
};

/// Reads, params and targets of `set` that may find no value.
void CheckPresence(const CheckContext& context);
/// Params of an undo that may find no value once the call that it undoes has succeeded.
void CheckUndoParams(const CheckContext& context);
/// `out` fields that a flow may end without.
void CheckOutputs(const CheckContext& context);
/// Plain fields that some path writes twice.
void CheckWrites(const CheckContext& context);
/// Statements that no path leads to.
void CheckReachability(const CheckContext& context);
/// Clauses for errors that cannot arise or that an earlier clause catches.
void CheckClauses(const CheckContext& context);
/// Errors that somebody should handle and nobody does (a warning).
void CheckEscapes(const CheckContext& context);
/// Deploys whose hosts would have nowhere to keep what the mesh needs.
void CheckState(const CheckContext& context);

}  // namespace meshc::analysis
