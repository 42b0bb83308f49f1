#include <algorithm>

#include "compiler/analysis/checks/checks.h"
#include "compiler/analysis/gaps.h"
#include "compiler/analysis/path_text.h"
#include "compiler/diagnostics/diagnostics_5_paths.h"

namespace meshc::analysis {
namespace {

using diagnostics::Name;

// Errors that a flow is expected to handle: not those that may strike any call at any time.
bool WantsHandling(const types::Declarations& declarations, types::ErrorId error) {
  if (declarations.errors[error].error_class == types::ErrorClass::kFatal) return false;
  return error.index >= static_cast<std::uint32_t>(types::BuiltinError::kCount) ||
         error == types::IdOf(types::BuiltinError::kLoopExhausted) ||
         error == types::IdOf(types::BuiltinError::kJoinFailed);
}

// `errors` is sorted.
bool HasAncestorIn(const types::Declarations& declarations, types::ErrorId error, const ErrorList& errors) {
  for (types::ErrorId at = declarations.errors[error].parent; at.has_value();
       at = declarations.errors[at].parent) {
    if (std::binary_search(errors.begin(), errors.end(), at)) return true;
  }
  return false;
}

std::vector<std::string> UncaughtAt(const Solution& solution, ir::PointId id) {
  const ir::Mesh& mesh = solution.mesh();
  const ErrorFlow& errors = solution.context().errors;
  ErrorList uncaught;
  bool joins = !BranchEntries(mesh.points[id]).empty();
  for (types::ErrorId error : errors.At(id)) {
    // Errors of branches are told where they arise.
    if (joins && error != types::IdOf(types::BuiltinError::kJoinFailed)) continue;
    bool leaves = errors.LandForGood(mesh.points[id].handler, error).kind == Landing::Kind::kEscape;
    if (leaves && WantsHandling(mesh.declarations, error)) uncaught.push_back(error);
  }
  // A child goes without saying where its parent is named.
  std::vector<std::string> names;
  for (types::ErrorId error : uncaught) {
    if (!HasAncestorIn(mesh.declarations, error, uncaught))
      names.push_back(mesh.declarations.errors[error].name);
  }
  return names;
}

/// Of a gap, and of what hands on the errors of one, it is not known what leaves it.
bool IsUncertain(const ir::Point& point, const std::vector<bool>& with_gaps) {
  if (std::holds_alternative<ir::Gap>(point.body)) return true;
  if (const auto* call = std::get_if<ir::FlowCall>(&point.body)) return with_gaps[call->flow.index];
  return with_gaps[point.flow.index] && !BranchEntries(point).empty();
}

}  // namespace

void CheckEscapes(const CheckContext& context) {
  const ir::Mesh& mesh = context.solution.mesh();
  const std::vector<bool> with_gaps = FlowsWithGaps(mesh, [](const ir::Gap&) { return true; });
  for (ir::PointId id : mesh.points.ids()) {
    const ir::Point& point = mesh.points[id];
    // An error that was pending in a finally block is told where it arose.
    bool passes_on = std::holds_alternative<ir::FinallyExit>(point.body) || IsUncertain(point, with_gaps);
    if (passes_on || !context.solution.IsRoot(point.flow) || context.solution.At(id) == nullptr) continue;
    std::vector<std::string> names = UncaughtAt(context.solution, id);
    if (names.empty()) continue;
    context.diagnostics
        .Report(diagnostics::diag::UncaughtError, point.origin, diagnostics::JoinNames(names),
                Name{StepText(mesh, point)}, Name{mesh.flows[point.flow].name})
        .AddHelp("catch it in a `try` or in a clause of the flow; else the envelope ends as failed");
  }
}

}  // namespace meshc::analysis
