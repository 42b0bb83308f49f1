#include "compiler/queries/call_hierarchy.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Casting.h>

#include <algorithm>
#include <set>

#include "compiler/ir/point_parts.h"
#include "compiler/queries/steps.h"

namespace meshc::queries {
namespace {

/// By the declaration's place, so that answers have an order of their own.
class NeighbourList {
 public:
  void Add(const Declared* declared, source::SourceRange place) {
    if (declared == nullptr) return;
    const auto key = std::make_pair(declared->name.file.index, declared->name.begin);
    Neighbour& neighbour = all_[key];
    neighbour.declared = declared;
    if (std::find(neighbour.places.begin(), neighbour.places.end(), place) == neighbour.places.end())
      neighbour.places.push_back(place);
  }
  std::vector<Neighbour> Take() {
    std::vector<Neighbour> list;
    for (auto& [key, neighbour] : all_) list.push_back(std::move(neighbour));
    return list;
  }

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, Neighbour> all_;
};

const Declared* Called(const CheckedRoot& root, const syntax::Call& call) {
  const sema::CallFacts* facts = FactsOf(root, call);
  if (facts == nullptr) return nullptr;
  if (facts->actor.has_value())
    return root.names().Find(root.program()->declarations.actors[facts->actor].origin.range);
  return facts->flow.has_value() ? root.names().Find(root.program()->flows[facts->flow].origin.range)
                                 : nullptr;
}

/// Visits each step of each flow of the root.
template <typename Visit>
void ForEachStep(const CheckedRoot& root, Visit visit) {
  for (const syntax::File& file : root.compilation().Files()) {
    for (const syntax::Declaration* declaration : file.declarations) {
      const auto* flow = llvm::dyn_cast<syntax::FlowDeclaration>(declaration);
      if (flow == nullptr) continue;
      for (const Step& step : StepsOf(*flow)) visit(step);
    }
  }
}

types::ActorId ActorOf(const ir::Point& point) {
  const ir::Visit* visit = ir::VisitAt(point);
  return visit == nullptr ? types::ActorId{} : visit->actor;
}

/// Points that control may reach from one visit without another visit between, through called flows and back
/// to callers, by errors too.
class NextVisits {
 public:
  explicit NextVisits(const ir::Mesh& mesh) : mesh_(mesh), callers_(mesh.flows.size()) {
    for (const ir::PointId id : mesh.points.ids()) {
      const types::FlowId callee = ir::CalledFlow(mesh.points[id]);
      if (callee.has_value()) callers_[callee.index].push_back(id);
    }
  }

  /// Calls `visit` with each such point.
  template <typename Visit>
  void From(ir::PointId start, Visit visit) {
    std::set<std::uint32_t> seen;
    llvm::SmallVector<ir::PointId, 16> open;
    const auto push = [&](ir::PointId id) {
      if (id.has_value() && seen.insert(id.index).second) open.push_back(id);
    };
    PushSuccessors(start, push);
    while (!open.empty()) {
      const ir::PointId id = open.pop_back_val();
      if (ActorOf(mesh_.points[id]).has_value()) {
        visit(id);
        continue;
      }
      PushSuccessors(id, push);
    }
  }

 private:
  template <typename Push>
  void PushSuccessors(ir::PointId id, Push push) {
    const ir::Point& point = mesh_.points[id];
    if (const types::FlowId callee = ir::CalledFlow(point); callee.has_value()) {
      push(mesh_.flows[callee].entry);
    } else if (std::holds_alternative<ir::Return>(point.body)) {
      for (const ir::PointId caller : callers_[point.flow.index])
        for (const ir::PointId next : ir::Successors(mesh_.points[caller])) push(next);
    }
    for (const ir::PointId next : ir::Successors(point)) push(next);
    if (point.handler) push(point.handler->target);
  }

  const ir::Mesh& mesh_;
  std::vector<std::vector<ir::PointId>> callers_;
};

std::vector<Neighbour> ActorNeighbours(const CheckedRoot& root, const Declared& actor, bool before) {
  NeighbourList list;
  const ir::Mesh* mesh = root.mesh();
  if (mesh == nullptr) return {};
  NextVisits next(*mesh);
  const auto declared = [&](ir::PointId id) {
    return root.names().Find(mesh->declarations.actors[ActorOf(mesh->points[id])].origin.range);
  };
  for (const ir::PointId id : mesh->points.ids()) {
    if (!ActorOf(mesh->points[id]).has_value()) continue;
    const Declared* from = declared(id);
    if (!before && from != &actor) continue;
    next.From(id, [&](ir::PointId to) {
      const Declared* target = declared(to);
      if (before && target == &actor) list.Add(from, mesh->points[id].origin);
      if (!before) list.Add(target, mesh->points[id].origin);
    });
  }
  return list.Take();
}

}  // namespace

std::vector<Neighbour> CallersOf(const CheckedRoot& root, const Declared& declared) {
  if (declared.kind != DeclaredKind::kFlow) return ActorNeighbours(root, declared, true);
  NeighbourList list;
  ForEachStep(root, [&](const Step& step) {
    if (Called(root, *step.call) == &declared)
      list.Add(root.names().Find(step.flow->name.range), step.call->callee.range);
  });
  return list.Take();
}

std::vector<Neighbour> CalleesOf(const CheckedRoot& root, const Declared& declared) {
  if (declared.kind != DeclaredKind::kFlow) return ActorNeighbours(root, declared, false);
  NeighbourList list;
  for (const Step& step : StepsOf(llvm::cast<syntax::FlowDeclaration>(*declared.declaration)))
    list.Add(Called(root, *step.call), step.call->callee.range);
  return list.Take();
}

}  // namespace meshc::queries
