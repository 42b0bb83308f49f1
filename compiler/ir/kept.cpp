#include "compiler/ir/kept.h"

#include <llvm/ADT/STLExtras.h>

#include <tuple>

#include "compiler/ir/point_parts.h"

namespace meshc::ir {
namespace {

bool HasEffect(const Mesh& mesh, types::ActorId actor) {
  return mesh.declarations.actors[actor].effect.kind != types::EffectKind::kNone;
}

/// A call may be undone.
bool HasSagas(const Mesh& mesh) {
  return llvm::any_of(mesh.points,
                      [](const Point& point) { return std::holds_alternative<Undo>(point.body); });
}

/// By the call itself, or by what undoes it.
bool CausesEffect(const Mesh& mesh, const Point& point, bool undoes) {
  const Visit* const visit = VisitAt(point);
  if (visit == nullptr) return false;
  const types::ActorId undo = mesh.declarations.actors[visit->actor].undo;
  return HasEffect(mesh, visit->actor) || (undoes && undo.has_value() && HasEffect(mesh, undo));
}

Kept KeptAt(const Mesh& mesh, const Point& point, bool undoes) {
  if (CausesEffect(mesh, point, undoes)) return Kept::kEffect;
  if (std::holds_alternative<Park>(point.body)) return Kept::kWait;
  if (std::holds_alternative<Tap>(point.body)) return Kept::kCopy;
  return BranchEntries(point).empty() ? Kept::kNothing : Kept::kBranches;
}

}  // namespace

std::optional<KeptPoint> FindKept(const Mesh& mesh) {
  const bool undoes = HasSagas(mesh);
  const auto place = [&mesh](PointId point) {
    const source::SourceRange& origin = mesh.points[point].origin;
    return std::tuple(origin.file.index, origin.begin);
  };
  std::optional<KeptPoint> first;
  for (const PointId point : mesh.points.ids()) {
    const Kept kept = KeptAt(mesh, mesh.points[point], undoes);
    if (kept == Kept::kNothing) continue;
    if (!first || place(point) < place(first->point)) first = {point, kept};
  }
  return first;
}

}  // namespace meshc::ir
