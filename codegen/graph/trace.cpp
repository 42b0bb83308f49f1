#include "codegen/graph/trace.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "codegen/graph/trace_walk.h"
#include "compiler/ir/point_parts.h"

namespace meshc::codegen::graph {
namespace {

bool HasSagas(const ir::Mesh& mesh) {
  return std::any_of(mesh.points.begin(), mesh.points.end(), [](const ir::Point& point) {
    return std::holds_alternative<ir::SagaEnter>(point.body);
  });
}

}  // namespace

Tracer::Tracer(const ir::Mesh& mesh, const analysis::Facts& facts, const Openers& openers, Drawn drawn,
               Depth depth)
    : mesh_(mesh), facts_(facts), openers_(openers), drawn_(std::move(drawn)), depth_(depth) {
  if (!ShowsHops()) {
    skipped_.resize(mesh.points.size());
    return;
  }
  point_errors_.emplace(mesh);
  if (HasSagas(mesh)) undo_order_.emplace(mesh, openers);
  callers_.resize(mesh.flows.size());
  for (const ir::PointId id : mesh.points.ids()) {
    const types::FlowId callee = ir::CalledFlow(mesh.points[id]);
    if (callee.has_value() && facts_.reachable[id.index]) callers_[callee.index].push_back(id);
  }
}

/// Where a point that is not drawn leads, if it leads to one place without a word about it.
ir::PointId Tracer::OnlyNext(ir::PointId id) const {
  if (drawn_(id)) return {};
  const ir::PointBody& body = mesh_.points[id].body;
  if (const auto* set = std::get_if<ir::Set>(&body)) return set->next;
  if (const auto* unwind = std::get_if<ir::Unwind>(&body)) return unwind->next;
  if (const auto* enter = std::get_if<ir::SagaEnter>(&body)) return enter->next;
  if (const auto* exit = std::get_if<ir::SagaExit>(&body)) return exit->next;
  return {};
}

ir::PointId Tracer::Skip(ir::PointId point) const {
  std::vector<ir::PointId> passed;
  ir::PointId at = point;
  while (!skipped_[at.index].has_value()) {
    const ir::PointId next = OnlyNext(at);
    if (!next.has_value()) {
      skipped_[at.index] = at;
      break;
    }
    passed.push_back(at);
    at = next;
  }
  at = skipped_[at.index];
  for (const ir::PointId id : passed) skipped_[id.index] = at;
  return at;
}

std::vector<Arrival> Tracer::From(ir::PointId point) const {
  Walk walk(*this);
  walk.Go(point, {});
  return walk.Finish();
}

std::vector<Arrival> Tracer::After(ir::PointId point) const {
  Walk walk(*this, point);
  walk.Leave(point, {});
  return walk.Finish();
}

std::vector<Arrival> Tracer::OnError(ir::PointId point, types::ErrorId error, EdgeKind kind) const {
  Walk walk(*this, point);
  walk.Throw(point, {error, point, kind});
  return walk.Finish();
}

std::vector<Arrival> Tracer::OnDeclaredError(ir::PointId point, types::ErrorId error) const {
  Walk walk(*this, point);
  walk.Throw(point, {error, point, EdgeKind::kError, true});
  return walk.Finish();
}

std::vector<Arrival> Tracer::AfterUndo(const Arrival& undone) const {
  Walk walk(*this, undone.point);
  walk.Undo(undone.saga, undone.point, undone.pending);
  return walk.Finish();
}

}  // namespace meshc::codegen::graph
