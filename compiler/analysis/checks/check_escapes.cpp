#include <map>
#include <utility>

#include "compiler/analysis/checks/checks.h"
#include "compiler/analysis/gaps.h"
#include "compiler/analysis/path_text.h"
#include "compiler/diagnostics/diagnostics_5_paths.h"
#include "compiler/diagnostics/name_list.h"
#include "compiler/ir/point_parts.h"

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

/// What leaves a flow uncaught, as text. Many points let the same errors go.
class UncaughtErrors {
 public:
  explicit UncaughtErrors(const Solution& solution)
      : mesh_(solution.mesh()), flow_(solution.context().errors), sets_(flow_.error_sets()) {
    for (const types::ErrorId error : mesh_.declarations.errors.ids()) {
      if (WantsHandling(mesh_.declarations, error)) wanted_ = sets_.Add(wanted_, error);
    }
    join_failed_ = sets_.Add({}, types::IdOf(types::BuiltinError::kJoinFailed));
  }

  /// Null: nothing.
  const diagnostics::NameList* At(ir::PointId id) {
    SetId errors = sets_.pool().Intersect(flow_.At(id), wanted_);
    // Errors of branches are told where they arise.
    if (!ir::BranchEntries(mesh_.points[id]).empty()) errors = sets_.pool().Intersect(errors, join_failed_);
    SetId uncaught;
    for (const Arrivals& arrivals : flow_.LandForGood(mesh_.points[id].handler, errors)) {
      if (arrivals.landing.kind == Landing::Kind::kEscape)
        uncaught = sets_.pool().Unite(uncaught, arrivals.errors);
    }
    if (uncaught.empty()) return nullptr;
    const auto known = lists_.find(uncaught.index);
    if (known != lists_.end()) return &known->second;
    return &lists_.try_emplace(uncaught.index, List(uncaught)).first->second;
  }

 private:
  // A child goes without saying where its parent is named.
  diagnostics::NameList List(SetId uncaught) const {
    std::vector<std::string> names;
    for (const types::ErrorId error : sets_.List(uncaught)) {
      if (!HasAncestorIn(uncaught, error)) names.push_back(mesh_.declarations.errors[error].name);
    }
    return diagnostics::ListNames(std::move(names));
  }

  bool HasAncestorIn(SetId errors, types::ErrorId error) const {
    const auto& all = mesh_.declarations.errors;
    for (types::ErrorId at = all[error].parent; at.has_value(); at = all[at].parent) {
      if (sets_.pool().Contains(errors, at.index)) return true;
    }
    return false;
  }

  const ir::Mesh& mesh_;
  const ErrorFlow& flow_;
  ErrorSets& sets_;
  SetId wanted_;
  SetId join_failed_;
  std::map<std::uint32_t, diagnostics::NameList> lists_;  ///< By set.
};

/// Of a gap, and of what hands on the errors of one, it is not known what leaves it.
bool IsUncertain(const ir::Point& point, const std::vector<bool>& with_gaps) {
  if (std::holds_alternative<ir::Gap>(point.body)) return true;
  if (const types::FlowId callee = ir::CalledFlow(point); callee.has_value()) return with_gaps[callee.index];
  return with_gaps[point.flow.index] && !ir::BranchEntries(point).empty();
}

}  // namespace

void CheckEscapes(const CheckContext& context) {
  const ir::Mesh& mesh = context.solution.mesh();
  UncaughtErrors uncaught(context.solution);
  const std::vector<bool> with_gaps = FlowsWithGaps(mesh, [](const ir::Gap&) { return true; });
  for (ir::PointId id : mesh.points.ids()) {
    const ir::Point& point = mesh.points[id];
    // An error that was pending in a finally block is told where it arose.
    bool passes_on = std::holds_alternative<ir::FinallyExit>(point.body) || IsUncertain(point, with_gaps);
    if (passes_on || !context.solution.IsRoot(point.flow) || context.solution.At(id) == nullptr) continue;
    const diagnostics::NameList* names = uncaught.At(id);
    if (names == nullptr) continue;
    context.diagnostics
        .Report(diagnostics::diag::UncaughtError, point.origin, *names, Name{StepText(mesh, point)},
                Name{mesh.flows[point.flow].name})
        .AddHelp("catch it in a `try` or in a clause of the flow; else the envelope ends as failed");
  }
}

}  // namespace meshc::analysis
