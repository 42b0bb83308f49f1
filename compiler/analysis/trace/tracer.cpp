#include "compiler/analysis/trace/tracer.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "compiler/analysis/trace/trace_walk.h"
#include "compiler/ir/point_parts.h"

namespace meshc::analysis {
namespace {

bool HasSagas(const ir::Mesh& mesh) {
  return std::any_of(mesh.points.begin(), mesh.points.end(), [](const ir::Point& point) {
    return std::holds_alternative<ir::SagaEnter>(point.body);
  });
}

}  // namespace

Tracer::Tracer(const ir::Mesh& mesh, const Facts& facts, const Openers& openers, Stops stops, Depth depth)
    : mesh_(mesh), facts_(facts), openers_(openers), stops_(std::move(stops)), depth_(depth) {
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

/// Where a point that is passed leads, if it leads to one place for no reason of its own.
ir::PointId Tracer::OnlyNext(ir::PointId id) const {
  if (stops_(id)) return {};
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

std::vector<Passage> Tracer::From(ir::PointId point) const {
  Walk walk(*this);
  walk.Go(point, {});
  return walk.Finish();
}

std::vector<Passage> Tracer::After(ir::PointId point) const {
  Walk walk(*this, point);
  walk.Leave(point, {});
  return walk.Finish();
}

std::vector<Passage> Tracer::OnError(ir::PointId point, types::ErrorId error, PassageKind kind) const {
  Walk walk(*this, point);
  walk.Throw(point, {error, point, kind});
  return walk.Finish();
}

std::vector<Passage> Tracer::OnDeclaredError(ir::PointId point, types::ErrorId error) const {
  Walk walk(*this, point);
  walk.Throw(point, {error, point, PassageKind::kError, true});
  return walk.Finish();
}

std::vector<Passage> Tracer::AfterUndo(const Passage& undone) const {
  Walk walk(*this, undone.point);
  walk.Undo(undone.saga, undone.point, undone.pending);
  return walk.Finish();
}

}  // namespace meshc::analysis
