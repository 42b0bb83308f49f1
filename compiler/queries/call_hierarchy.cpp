#include "compiler/queries/call_hierarchy.h"

#include <llvm/Support/Casting.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

#include "compiler/analysis/trace/common_errors.h"
#include "compiler/analysis/trace/tracer.h"
#include "compiler/ir/point_parts.h"
#include "compiler/queries/steps.h"

namespace meshc::queries {
namespace {

using analysis::Passage;
using analysis::PassageKind;
using analysis::Tracer;

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

/// From each visit to those that may come right after it: through called flows and back to callers, by errors
/// and by what takes calls back, too.
class Hops {
 public:
  Hops(const ir::Mesh& mesh, const analysis::Facts& facts)
      : mesh_(mesh),
        openers_(mesh),
        tracer_(
            mesh, facts, openers_,
            [&mesh](ir::PointId id) { return ir::VisitAt(mesh.points[id]) != nullptr; },
            Tracer::Depth::kHops) {}

  /// Calls `visit` with the actor that control comes from, the point of its call, and the actor it goes to.
  template <typename Visit>
  void ForEach(Visit visit) {
    for (const ir::PointId id : mesh_.points.ids()) {
      if (ir::VisitAt(mesh_.points[id]) != nullptr) open_.push_back({.point = id, .flow = {}, .reasons = {}});
    }
    while (!open_.empty()) {
      const Passage left = std::move(open_.back());
      open_.pop_back();
      for (const Passage& next : After(left)) {
        if (!next.point.has_value()) continue;
        visit(ActorAt(left), left.point, ActorAt(next));
        const bool undoes = next.kind == PassageKind::kUndo;
        if (undoes && undone_.insert({next.point, next.saga, next.pending}).second) open_.push_back(next);
      }
    }
  }

 private:
  std::vector<Passage> After(const Passage& left) const {
    if (left.kind == PassageKind::kUndo) return tracer_.AfterUndo(left);
    std::vector<Passage> all = tracer_.After(left.point);
    for (const types::ErrorId error : mesh_.declarations.actors[ActorAt(left)].raises)
      std::ranges::move(tracer_.OnDeclaredError(left.point, error), std::back_inserter(all));
    for (const types::ErrorId error : analysis::kCommonErrors)
      std::ranges::move(tracer_.OnError(left.point, error, PassageKind::kAnyError), std::back_inserter(all));
    return all;
  }

  types::ActorId ActorAt(const Passage& passage) const {
    const types::ActorId actor = ir::VisitAt(mesh_.points[passage.point])->actor;
    return passage.kind == PassageKind::kUndo ? mesh_.declarations.actors[actor].undo : actor;
  }

  const ir::Mesh& mesh_;
  analysis::Openers openers_;
  Tracer tracer_;
  std::vector<Passage> open_;
  std::set<std::tuple<ir::PointId, ir::PointId, analysis::Pending>> undone_;
};

std::vector<Neighbour> ActorNeighbours(const CheckedRoot& root, const Declared& actor, bool before) {
  if (root.mesh() == nullptr || root.facts() == nullptr) return {};
  NeighbourList list;
  const auto& actors = root.mesh()->declarations.actors;
  Hops(*root.mesh(), *root.facts()).ForEach([&](types::ActorId from, ir::PointId at, types::ActorId to) {
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
