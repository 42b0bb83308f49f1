#include "compiler/analysis/trace/hops.h"

#include <algorithm>
#include <iterator>

#include "compiler/analysis/trace/common_errors.h"
#include "compiler/ir/point_parts.h"

namespace meshc::analysis {

Hops::Hops(const ir::Mesh& mesh, const Facts& facts)
    : mesh_(mesh),
      openers_(mesh),
      tracer_(
          mesh, facts, openers_, [&mesh](ir::PointId id) { return ir::VisitAt(mesh.points[id]) != nullptr; },
          Tracer::Depth::kHops) {}

std::vector<Passage> Hops::After(const Passage& left) const {
  if (left.kind == PassageKind::kUndo) return tracer_.AfterUndo(left);
  std::vector<Passage> all = tracer_.After(left.point);
  const auto add = [&](std::vector<Passage> more) { std::ranges::move(more, std::back_inserter(all)); };
  for (const types::ErrorId error : mesh_.declarations.actors[ActorAt(left)].raises)
    add(tracer_.OnDeclaredError(left.point, error));
  for (const types::ErrorId error : kCommonErrors)
    add(tracer_.OnError(left.point, error, PassageKind::kAnyError));
  return all;
}

types::ActorId Hops::ActorAt(const Passage& passage) const {
  const types::ActorId actor = ir::VisitAt(mesh_.points[passage.point])->actor;
  return passage.kind == PassageKind::kUndo ? mesh_.declarations.actors[actor].undo : actor;
}

}  // namespace meshc::analysis
