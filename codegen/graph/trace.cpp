#include "codegen/graph/trace.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "codegen/graph/trace_walk.h"

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
  if (ShowsHops()) own_errors_.emplace(mesh);
  if (ShowsHops()) point_errors_.emplace(mesh);
  if (ShowsHops() && HasSagas(mesh)) undo_order_.emplace(mesh, openers);
  if (depth != Depth::kCalls) return;
  callers_.resize(mesh.flows.size());
  for (const ir::PointId id : mesh.points.ids()) {
    const auto* call = std::get_if<ir::FlowCall>(&mesh.points[id].body);
    if (call != nullptr && facts_.reachable[id.index]) callers_[call->flow.index].push_back(id);
  }
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

std::vector<Arrival> Tracer::AfterUndo(const Arrival& undone) const {
  Walk walk(*this, undone.point);
  walk.Undo(undone.saga, undone.point, undone.pending);
  return walk.Finish();
}

}  // namespace meshc::codegen::graph
