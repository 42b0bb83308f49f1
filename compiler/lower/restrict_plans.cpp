#include "compiler/lower/restrict_plans.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseSet.h>

#include <optional>
#include <vector>

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
    if (const auto* call = std::get_if<ir::Call>(&point.body)) return Any(point, call->writes);
    if (const auto* call = std::get_if<ir::FlowCall>(&point.body)) {
      return call->own_envelope ? Any(point, call->writes) : In(call->flow);
    }
    if (const auto* set = std::get_if<ir::Set>(&point.body)) return IsPlain(point, set->target);
    if (const auto* park = std::get_if<ir::Park>(&point.body))
      return IsPlain(point, {park->field, {}, false});
    if (const auto* each = std::get_if<ir::EachFork>(&point.body)) {
      for (const ir::Collect& one : each->collects) {
        if (IsPlain(point, {one.into, {}, false})) return true;
      }
    }
    return false;
  }

 private:
  // What the bodies of `each` and tapped steps write never comes back.
  void NoteCopies(const ir::Point& point) {
    if (const auto* each = std::get_if<ir::EachFork>(&point.body)) copies_.insert(each->body.index);
    if (const auto* tap = std::get_if<ir::Tap>(&point.body)) copies_.insert(tap->copy.index);
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

  bool Any(const ir::Point& point, llvm::ArrayRef<ir::ResultWrite> writes) const {
    for (const ir::ResultWrite& write : writes) {
      if (write.target && IsPlain(point, *write.target)) return true;
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
