#include "codegen/graph/flow_model.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "codegen/graph/back_edges.h"
#include "codegen/graph/common_errors.h"
#include "codegen/graph/plan.h"
#include "codegen/graph/point_errors.h"
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
        openers_(mesh),
        errors_(mesh),
        tracer_(
            mesh, facts, openers_, [this](ir::PointId id) { return IsDrawn(mesh_.points[id], detail_); },
            Tracer::Depth::kFlow),
        regions_(mesh, openers_, plan_.model().regions) {
    plan_.model().mesh = mesh.declarations.mesh;
  }

  void AddFlow(types::FlowId flow) {
    const ir::Flow& drawn = mesh_.flows[flow];
    const Index start = plan_.AddNode(
        {drawn.name + "/start", NodeKind::kStart, "start", {}, drawn.origin.doc, regions_.FlowRegion(flow)});
    Connect(start, tracer_.From(drawn.entry));
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
    Connect(node, tracer_.After(id));
    for (const types::ErrorId error : DeclaredErrors(id)) Connect(node, tracer_.OnError(Raiser(id), error));
    ConnectToJoin(id, node);
    AddUndo(id, node);
  }

  /// A join fails as its fork: with the errors of its branches.
  ir::PointId Raiser(ir::PointId id) const {
    const ir::PointId fork = openers_.OfJoin(id);
    return fork.has_value() ? fork : id;
  }

  std::vector<types::ErrorId> DeclaredErrors(ir::PointId id) const {
    const ir::Point& point = mesh_.points[id];
    if (const ir::Visit* visit = VisitAt(point)) return mesh_.declarations.actors[visit->actor].raises;
    if (const auto* park = std::get_if<ir::Park>(&point.body)) {
      if (park->on_timeout) return {};
      return {BuiltinError(mesh::contract::BuiltinError::kTimeout)};
    }
    if (const auto* call = std::get_if<ir::FlowCall>(&point.body))
      return errors_.Named(id, facts_.escapes[call->flow.index]);
    if (openers_.OfJoin(id).has_value()) return errors_.Named(Raiser(id), errors_.At(Raiser(id)));
    return {};
  }

  bool MayRaiseCommonErrors(ir::PointId id) const {
    const ir::Point& point = mesh_.points[id];
    if (VisitAt(point) != nullptr || std::holds_alternative<ir::FlowCall>(point.body)) return true;
    if (!openers_.OfJoin(id).has_value()) return false;
    const analysis::ErrorList& errors = errors_.At(Raiser(id));
    return std::binary_search(errors.begin(), errors.end(), kCrash);
  }

  /// What every actor may raise ends the branch, whatever else leads from here to the join.
  void ConnectToJoin(ir::PointId id, Index node) {
    if (!MayRaiseCommonErrors(id)) return;
    for (const Arrival& arrival : tracer_.OnError(Raiser(id), kCrash, EdgeKind::kAnyError)) {
      const bool at_join = arrival.point.has_value() && openers_.OfJoin(arrival.point).has_value();
      const bool in_branch = mesh_.points[Raiser(id)].handler.has_value();
      if (!at_join || !in_branch) continue;
      const Index join = AddPoint(arrival.point);
      if (!plan_.Joins(node, join)) Connect(node, {arrival});
    }
  }

  void AddUndo(ir::PointId id, Index node) {
    if (!openers_.IsInSaga(id)) return;
    std::optional<Node> undo = UndoNode(mesh_, id);
    if (!undo) return;
    undo->region = regions_.RegionOf(id);
    plan_.AddEdge({node, plan_.AddNode(std::move(*undo)), EdgeKind::kUndo, "undo", kNone});
  }

  void Connect(Index from, const std::vector<Arrival>& arrivals) {
    std::vector<ir::PointId> fresh;
    for (const Arrival& arrival : arrivals) {
      const Index to = Reach(arrival, fresh);
      plan_.AddEdge({from, to, arrival.kind, arrival.label, kNone});
    }
    open_.insert(open_.end(), fresh.rbegin(), fresh.rend());
  }

  Index Reach(const Arrival& arrival, std::vector<ir::PointId>& fresh) {
    if (!arrival.point.has_value()) return AddEnd(arrival.flow, arrival.IsError());
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
    Node node = PointNode(mesh_, openers_, id, detail_);
    node.region = regions_.RegionOf(id);
    return plan_.AddNode(std::move(node));
  }

  /// What every call may raise leaves its frame as one edge for each clause, or leaves the flow.
  void ConnectFrames(types::FlowId flow) {
    std::set<ir::PointId> guards;
    for (std::size_t i = 0; i < points_.size(); ++i) {  // Clauses add points.
      for (const ir::PointId guard : regions_.HandlersOf(points_[i])) {
        if (guards.insert(guard).second) ConnectGuard(guard);
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
      if (!EndsFlow(*id)) continue;
      const Index from = AddPoint(*id);
      plan_.AddEdge({from, AddEnd(flow, true), EdgeKind::kAnyError, "", regions_.FlowRegion(flow)});
      return;
    }
  }

  bool EndsFlow(ir::PointId id) const {
    if (!MayRaiseCommonErrors(id)) return false;
    for (const Arrival& arrival : tracer_.OnError(Raiser(id), kCrash)) {
      if (!arrival.point.has_value() && arrival.IsError()) return true;
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

  /// Stands for all that every actor may raise.
  static constexpr types::ErrorId kCrash = BuiltinError(mesh::contract::BuiltinError::kCrash);

  const ir::Mesh& mesh_;
  const analysis::Facts& facts_;
  FlowDetail detail_;
  Openers openers_;
  PointErrors errors_;
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
