// What is known of a mesh before it runs: presence, write-once, reachability, uncaught errors.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/analysis/present_fields.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/ir/mesh.h"

namespace meshc::analysis {

using ErrorList = std::vector<types::ErrorId>;  ///< Sorted, without duplicates.

/// Facts for back ends, indexed by point.
struct Facts {
  std::vector<bool> reachable;
  /// Slots of the flow's envelope that are present whenever control arrives; sorted.
  PresentFields present;
  /// Errors that may leave a flow uncaught, by flow. Flows with equal lists share them.
  std::vector<std::shared_ptr<const ErrorList>> escapes;
};

/// Runs the dataflow engine and all checks on the lowered graph.
Facts Analyze(const ir::Mesh& mesh, diagnostics::Diagnostics& diagnostics);

/// True if what a deploy states is held against all flows together: what one of them needs is told there.
bool HoldsDeploysAgainstFlows(const types::Declarations& declarations);

/// Stable text for `--print facts`.
std::string Print(const ir::Mesh& mesh, const Facts& facts);

}  // namespace meshc::analysis
