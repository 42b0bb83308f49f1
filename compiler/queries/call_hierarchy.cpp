#include "compiler/queries/call_hierarchy.h"

#include <llvm/Support/Casting.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "compiler/analysis/trace/hops.h"
#include "compiler/ir/point_parts.h"
#include "compiler/queries/steps.h"

namespace meshc::queries {
namespace {

using analysis::Passage;
using analysis::PassageKind;

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

/// Calls `visit` for each hop with the actor that control comes from, the point of its call, and the actor it
/// goes to.
template <typename Visit>
void ForEachHop(const ir::Mesh& mesh, const analysis::Facts& facts, Visit visit) {
  const analysis::Hops hops(mesh, facts);
  std::set<std::tuple<ir::PointId, ir::PointId, analysis::Pending>> undone;
  std::vector<Passage> open;
  for (const ir::PointId id : mesh.points.ids()) {
    if (ir::VisitAt(mesh.points[id]) != nullptr) open.push_back({.point = id, .flow = {}, .reasons = {}});
  }
  while (!open.empty()) {
    const Passage left = std::move(open.back());
    open.pop_back();
    for (const Passage& next : hops.After(left)) {
      if (!next.point.has_value()) continue;
      visit(hops.ActorAt(left), left.point, hops.ActorAt(next));
      const bool undoes = next.kind == PassageKind::kUndo;
      if (undoes && undone.insert({next.point, next.saga, next.pending}).second) open.push_back(next);
    }
  }
}

std::vector<Neighbour> ActorNeighbours(const CheckedRoot& root, const Declared& actor, bool before) {
  if (root.mesh() == nullptr || root.facts() == nullptr) return {};
  NeighbourList list;
  const auto& actors = root.mesh()->declarations.actors;
  ForEachHop(*root.mesh(), *root.facts(), [&](types::ActorId from, ir::PointId at, types::ActorId to) {
    const types::ActorId own = before ? to : from;
    if (actors[own].origin.range != actor.name) return;
    list.Add(root.names().Find(actors[before ? from : to].origin.range), root.mesh()->points[at].origin);
  });
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
