#include "codegen/graph/actor_model.h"

#include <set>
#include <utility>
#include <vector>

#include "codegen/graph/common_errors.h"
#include "codegen/graph/plan.h"
#include "codegen/graph/point_node.h"
#include "codegen/graph/trace.h"

namespace meshc::codegen::graph {
namespace {

class Builder {
 public:
  Builder(const ir::Mesh& mesh, const analysis::Facts& facts, std::optional<types::FlowId> only)
      : mesh_(mesh),
        facts_(facts),
        only_(only),
        tracer_(
            mesh, facts, [&mesh](ir::PointId id) { return VisitAt(mesh.points[id]) != nullptr; },
            !only.has_value()) {}

  Model Build() {
    plan_.model().mesh = mesh_.declarations.mesh;
    for (const types::FlowId flow : mesh_.flows.ids()) {
      if (Shows(flow) && (only_ || !mesh_.flows[flow].called_on_same_envelope)) Enter(flow);
    }
    while (!open_.empty()) {
      const ir::PointId point = open_.back();
      open_.pop_back();
      Leave(point);
    }
    return std::move(plan_.model());
  }

 private:
  bool Shows(types::FlowId flow) const { return !only_ || *only_ == flow; }

  void Enter(types::FlowId flow) {
    const ir::Flow& entered = mesh_.flows[flow];
    const Index start = plan_.AddNode(
        {entered.name + "/start", NodeKind::kStart, entered.name, {}, entered.origin.doc, kNone});
    Connect(start, tracer_.From(entered.entry));
  }

  void Leave(ir::PointId id) {
    const ir::Visit& visit = *VisitAt(mesh_.points[id]);
    const Index node = AddActor(visit.actor);
    Connect(node, tracer_.After(id));
    for (const types::ErrorId error : mesh_.declarations.actors[visit.actor].raises) {
      Connect(node, tracer_.OnError(id, error));
    }
    for (const types::ErrorId error : kCommonErrors) ConnectCommon(node, tracer_.OnError(id, error));
  }

  /// Drawn where a clause catches them: every actor may fail, and edges that say so hide the rest.
  void ConnectCommon(Index from, const std::vector<Arrival>& arrivals) {
    for (const Arrival& arrival : arrivals) {
      if (!arrival.point.has_value()) continue;
      const Index to = Reach(arrival);
      if (!plan_.HasEdge(from, to, EdgeKind::kError))
        plan_.AddEdge({from, to, EdgeKind::kAnyError, "", kNone});
    }
  }

  void Connect(Index from, const std::vector<Arrival>& arrivals) {
    for (const Arrival& arrival : arrivals) {
      const EdgeKind kind = arrival.error ? EdgeKind::kError : EdgeKind::kNext;
      plan_.AddEdge({from, Reach(arrival), kind, arrival.error ? arrival.label : "", kNone});
    }
  }

  Index Reach(const Arrival& arrival) {
    if (!arrival.point.has_value()) {
      return arrival.error ? plan_.AddNode({"failure", NodeKind::kFailure, "failure", {}, "", kNone})
                           : plan_.AddNode({"success", NodeKind::kSuccess, "success", {}, "", kNone});
    }
    if (opened_.insert(arrival.point).second) open_.push_back(arrival.point);
    return AddActor(VisitAt(mesh_.points[arrival.point])->actor);
  }

  Index AddActor(types::ActorId id) { return plan_.AddNode(ActorNode(mesh_.declarations.actors[id])); }

  const ir::Mesh& mesh_;
  const analysis::Facts& facts_;
  std::optional<types::FlowId> only_;
  Tracer tracer_;
  Plan plan_;
  std::set<ir::PointId> opened_;
  std::vector<ir::PointId> open_;
};

}  // namespace

Model BuildActorModel(const ir::Mesh& mesh, const analysis::Facts& facts, std::optional<types::FlowId> only) {
  return Builder(mesh, facts, only).Build();
}

}  // namespace meshc::codegen::graph
