#include "codegen/graph/flow_model.h"

#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "codegen/graph/back_edges.h"
#include "codegen/graph/common_errors.h"
#include "codegen/graph/plan.h"
#include "codegen/graph/regions.h"
#include "codegen/graph/trace.h"

namespace meshc::codegen::graph {
namespace {

class Builder {
 public:
  Builder(const ir::Mesh& mesh, const analysis::Facts& facts, const FlowDetail& detail)
      : mesh_(mesh),
        facts_(facts),
        detail_(detail),
        tracer_(
            mesh, facts, [this](ir::PointId id) { return IsDrawn(mesh_.points[id], detail_); }, false),
        regions_(mesh, plan_.model().regions) {
    plan_.model().mesh = mesh.declarations.mesh;
  }

  void AddFlow(types::FlowId flow) {
    const ir::Flow& drawn = mesh_.flows[flow];
    const Index start = plan_.AddNode(
        {drawn.name + "/start", NodeKind::kStart, "start", {}, drawn.origin.doc, regions_.FlowRegion(flow)});
    Connect(start, tracer_.From(drawn.entry), EdgeKind::kNext);
    DrainOpen();
    ConnectFrames(flow);
  }

  Model Finish() {
    MarkBackEdges(plan_.model());
    return std::move(plan_.model());
  }

 private:
  void Leave(ir::PointId id) {
    const Index node = AddPoint(id);
    points_.push_back(id);
    Connect(node, tracer_.After(id), EdgeKind::kNext);
    for (const types::ErrorId error : DeclaredErrors(mesh_.points[id])) {
      Connect(node, tracer_.OnError(id, error), EdgeKind::kError);
    }
  }

  std::vector<types::ErrorId> DeclaredErrors(const ir::Point& point) const {
    if (const ir::Visit* visit = VisitAt(point)) return mesh_.declarations.actors[visit->actor].raises;
    std::vector<types::ErrorId> errors;
    if (const auto* call = std::get_if<ir::FlowCall>(&point.body)) {
      for (const types::ErrorId error : facts_.escapes[call->flow.index]) {
        if (!CatchesCommonErrors(error)) errors.push_back(error);
      }
    }
    return errors;
  }

  void Connect(Index from, const std::vector<Arrival>& arrivals, EdgeKind kind) {
    std::vector<ir::PointId> fresh;
    for (const Arrival& arrival : arrivals) {
      const Index to = Reach(arrival, fresh);
      plan_.AddEdge({from, to, arrival.error ? EdgeKind::kError : kind, arrival.label, kNone});
    }
    open_.insert(open_.end(), fresh.rbegin(), fresh.rend());
  }

  Index Reach(const Arrival& arrival, std::vector<ir::PointId>& fresh) {
    if (!arrival.point.has_value()) return AddEnd(arrival.flow, arrival.error);
    if (opened_.insert(arrival.point).second) fresh.push_back(arrival.point);
    return AddPoint(arrival.point);
  }

  Index AddEnd(types::FlowId flow, bool failed) {
    const ir::Flow& ended = mesh_.flows[flow];
    const char* well = ended.called_on_same_envelope ? "return" : "success";
    return plan_.AddNode({ended.name + (failed ? "/failure" : "/success"),
                          failed ? NodeKind::kFailure : NodeKind::kSuccess,
                          failed ? "failure" : well,
                          {},
                          "",
                          kNone});
  }

  Index AddPoint(ir::PointId id) {
    Node node = PointNode(mesh_, id, detail_);
    node.region = regions_.RegionOf(id);
    return plan_.AddNode(std::move(node));
  }

  /// What every call may raise leaves its frame as one edge for each clause, or leaves the flow.
  void ConnectFrames(types::FlowId flow) {
    std::set<ir::PointId> guards;
    for (std::size_t i = 0; i < points_.size(); ++i) {  // Clauses add points.
      for (const auto* handler = &mesh_.points[points_[i]].handler; handler->has_value();
           handler = &mesh_.points[(*handler)->target].handler) {
        if (guards.insert((*handler)->target).second) ConnectGuard((*handler)->target);
      }
    }
    ConnectFailure(flow);
    points_.clear();
  }

  void ConnectGuard(ir::PointId guard) {
    const auto* clauses = std::get_if<ir::Catch>(&mesh_.points[guard].body);
    const Index region = regions_.GuardedRegion(guard);
    if (clauses == nullptr || region == kNone) return;
    for (const ir::CatchCase& clause : clauses->cases) {
      if (CatchesCommonErrors(clause.error))
        LeaveFrame(region, clause.target, mesh_.declarations.errors[clause.error].name);
    }
    if (clauses->rest) LeaveFrame(region, *clauses->rest, "");
  }

  void LeaveFrame(Index region, ir::PointId target, const std::string& label) {
    std::vector<ir::PointId> fresh;
    for (const Arrival& arrival : tracer_.From(target)) {
      const Index to = Reach(arrival, fresh);
      const Index frame = regions_.IsInside(plan_.model().nodes[to].region, region) ? kNone : region;
      plan_.AddEdge({LastNodeIn(region), to, EdgeKind::kAnyError, label, frame});
    }
    open_.insert(open_.end(), fresh.rbegin(), fresh.rend());
    DrainOpen();
  }

  void DrainOpen() {
    while (!open_.empty()) {
      const ir::PointId next = open_.back();
      open_.pop_back();
      Leave(next);
    }
  }

  /// One edge says that the errors of unguarded calls end the flow.
  void ConnectFailure(types::FlowId flow) {
    for (auto id = points_.rbegin(); id != points_.rend(); ++id) {
      if (VisitAt(mesh_.points[*id]) == nullptr || !EndsFlow(*id)) continue;
      const Index from = AddPoint(*id);
      plan_.AddEdge({from, AddEnd(flow, true), EdgeKind::kAnyError, "", regions_.FlowRegion(flow)});
      return;
    }
  }

  bool EndsFlow(ir::PointId id) const {
    for (const Arrival& arrival : tracer_.OnError(id, BuiltinError(mesh::contract::BuiltinError::kTimeout))) {
      if (!arrival.point.has_value() && arrival.error) return true;
    }
    return false;
  }

  Index LastNodeIn(Index region) const {
    const std::vector<Node>& nodes = plan_.model().nodes;
    for (auto i = static_cast<Index>(nodes.size()); i-- > 0;) {
      if (regions_.IsInside(nodes[i].region, region)) return i;
    }
    return 0;
  }

  const ir::Mesh& mesh_;
  const analysis::Facts& facts_;
  FlowDetail detail_;
  Tracer tracer_;
  Plan plan_;
  RegionFinder regions_;
  std::set<ir::PointId> opened_;
  std::vector<ir::PointId> open_;
  std::vector<ir::PointId> points_;  ///< Of the flow that is being drawn, in drawing order.
};

}  // namespace

Model BuildFlowModel(const ir::Mesh& mesh, const analysis::Facts& facts, const FlowDetail& detail,
                     std::optional<types::FlowId> only) {
  Builder builder(mesh, facts, detail);
  for (const types::FlowId flow : mesh.flows.ids()) {
    if (!only || *only == flow) builder.AddFlow(flow);
  }
  return builder.Finish();
}

}  // namespace meshc::codegen::graph
