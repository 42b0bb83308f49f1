#include "compiler/ir/kept.h"

#include <tuple>

#include "compiler/ir/point_parts.h"

namespace meshc::ir {
namespace {

bool HasEffect(const Mesh& mesh, types::ActorId actor) {
  return mesh.declarations.actors[actor].effect.kind != types::EffectKind::kNone;
}

/// By the call itself, or by what undoes it.
bool CausesEffect(const Mesh& mesh, const Point& point) {
  const Visit* const visit = VisitAt(point);
  if (visit == nullptr) return false;
  if (HasEffect(mesh, visit->actor)) return true;
  const auto* const call = std::get_if<Call>(&point.body);
  return call != nullptr && !call->undo.empty() &&
         HasEffect(mesh, mesh.declarations.actors[visit->actor].undo);
}

}  // namespace

Kept KeptAt(const Mesh& mesh, const Point& point) {
  if (CausesEffect(mesh, point)) return Kept::kEffect;
  if (std::holds_alternative<Park>(point.body)) return Kept::kWait;
  if (std::holds_alternative<Tap>(point.body)) return Kept::kCopy;
  return BranchEntries(point).empty() ? Kept::kNothing : Kept::kBranches;
}

std::optional<KeptPoint> FindKept(const Mesh& mesh) {
  const auto place = [&mesh](PointId point) {
    const source::SourceRange& origin = mesh.points[point].origin;
    return std::tuple(origin.file.index, origin.begin);
  };
  std::optional<KeptPoint> first;
  for (const PointId point : mesh.points.ids()) {
    const Kept kept = KeptAt(mesh, mesh.points[point]);
    if (kept == Kept::kNothing) continue;
    if (!first || place(point) < place(first->point)) first = {point, kept};
  }
  return first;
}

}  // namespace meshc::ir
