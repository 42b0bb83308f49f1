#include "codegen/graph/branch_actors.h"

#include <vector>

#include "compiler/ir/point_parts.h"
#include "compiler/ir/scopes.h"

namespace meshc::codegen::graph {
namespace {

class Finder {
 public:
  explicit Finder(const ir::Mesh& mesh)
      : mesh_(mesh), scopes_(ir::ComputeScopes(mesh)), flows_(mesh.flows.size()) {}

  std::set<std::string_view> Find() {
    // A flow that is called from a branch may call others.
    while (AddCalledFlows()) {
    }
    std::set<std::string_view> actors;
    for (const ir::PointId id : mesh_.points.ids()) {
      const ir::Visit* visit = ir::VisitAt(mesh_.points[id]);
      if (visit != nullptr && IsInBranch(id)) actors.insert(mesh_.declarations.actors[visit->actor].name);
    }
    return actors;
  }

 private:
  bool IsInBranch(ir::PointId id) const {
    return flows_[mesh_.points[id].flow.index] ||
           scopes_.Innermost(scopes_.at[id.index], ir::ScopeKind::kBranch).has_value();
  }

  bool AddCalledFlows() {
    bool grown = false;
    for (const ir::PointId id : mesh_.points.ids()) {
      const types::FlowId callee = ir::CalledFlow(mesh_.points[id]);
      if (!callee.has_value() || flows_[callee.index] || !IsInBranch(id)) continue;
      flows_[callee.index] = grown = true;
    }
    return grown;
  }

  const ir::Mesh& mesh_;
  const ir::ScopeMap scopes_;
  std::vector<bool> flows_;  ///< Those that are called from branches.
};

}  // namespace

std::set<std::string_view> ActorsInBranches(const ir::Mesh& mesh) { return Finder(mesh).Find(); }

}  // namespace meshc::codegen::graph
