#include "compiler/lower/restrict_plans.h"

#include <llvm/ADT/DenseSet.h>

#include <optional>
#include <vector>

#include "compiler/ir/point_parts.h"
#include "compiler/ir/scopes.h"

namespace meshc::lower {
namespace {

class PlainWrites {
 public:
  explicit PlainWrites(const ir::Mesh& mesh)
      : mesh_(mesh),
        scopes_(ir::ComputeScopes(mesh)),
        of_flow_(mesh.flows.size()),
        points_(mesh.flows.size()) {
    for (const ir::Point& point : mesh.points) NoteCopies(point);
    for (ir::PointId id : mesh.points.ids()) {
      if (!IsOnCopy(id)) points_[mesh.points[id].flow.index].push_back(id);
    }
  }

  bool At(const ir::Point& point) {
    bool plain = false;
    ir::ForEachTarget(point, [&](const ir::Target& target) { plain |= IsPlain(point, target); });
    const auto* call = std::get_if<ir::FlowCall>(&point.body);
    return plain || (call != nullptr && !call->own_envelope && In(call->flow));
  }

 private:
  // What the bodies of `each` and tapped steps write never comes back. What branches write does.
  void NoteCopies(const ir::Point& point) {
    if (std::holds_alternative<ir::Fork>(point.body)) return;
    for (const ir::PointId entry : ir::BranchEntries(point)) copies_.insert(entry.index);
  }

  bool IsOnCopy(ir::PointId id) const {
    for (ir::ScopeId at = scopes_.at[id.index]; at.has_value(); at = scopes_.scopes[at].parent) {
      const ir::Scope& scope = scopes_.scopes[at];
      if (scope.kind == ir::ScopeKind::kBranch && copies_.contains(scope.key)) return true;
    }
    return false;
  }

  bool In(types::FlowId flow) {
    std::optional<bool>& known = of_flow_[flow.index];
    if (known) return *known;
    known = false;
    for (ir::PointId id : points_[flow.index]) {
      if (At(mesh_.points[id])) return *(of_flow_[flow.index] = true);
    }
    return false;
  }

  bool IsPlain(const ir::Point& point, const ir::Target& target) const {
    const auto& fields = mesh_.declarations.envelopes[mesh_.flows[point.flow].envelope].fields;
    return target.path.empty() && fields[target.field].mode == types::WriteMode::kOnce;
  }

  const ir::Mesh& mesh_;
  ir::ScopeMap scopes_;
  llvm::DenseSet<std::uint32_t> copies_;  ///< First points of `each` bodies and tapped steps.
  std::vector<std::optional<bool>> of_flow_;
  std::vector<std::vector<ir::PointId>> points_;
};

}  // namespace

void RestrictPlans(ir::Mesh& mesh) {
  PlainWrites writes(mesh);
  for (ir::Point& point : mesh.points) {
    auto* follow = std::get_if<ir::Follow>(&point.body);
    if (follow == nullptr) continue;
    for (std::uint32_t i = 0; i < follow->steps.size(); ++i) {
      if (writes.At(mesh.points[follow->steps[i]])) follow->once.push_back(i);
    }
  }
}

}  // namespace meshc::lower
