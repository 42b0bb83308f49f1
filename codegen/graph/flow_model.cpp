#include "codegen/graph/flow_model.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "codegen/graph/back_edges.h"
#include "codegen/graph/frame_errors.h"
#include "codegen/graph/frame_labels.h"
#include "codegen/graph/labels.h"
#include "codegen/graph/passages.h"
#include "codegen/graph/plan.h"
#include "codegen/graph/regions.h"
#include "compiler/analysis/trace/common_errors.h"
#include "compiler/analysis/trace/point_errors.h"
#include "compiler/analysis/trace/tracer.h"
#include "compiler/ir/point_parts.h"

namespace meshc::codegen::graph {

struct FlowModels::Tables {
  const ir::Mesh& mesh;
  const analysis::Facts& facts;
  FlowDetail detail;
  analysis::Openers openers{mesh};
  analysis::PointErrors errors{mesh};
  analysis::Tracer tracer{mesh, facts, openers,
                          [this](ir::PointId id) { return IsDrawn(mesh.points[id], detail); },
                          analysis::Tracer::Depth::kFlow};
};

class FlowModels::Builder {
 public:
  explicit Builder(const Tables& tables)
      : mesh_(tables.mesh),
        facts_(tables.facts),
        detail_(tables.detail),
        openers_(tables.openers),
        errors_(tables.errors),
        tracer_(tables.tracer),
        regions_(mesh_, openers_, plan_.model().regions) {
    plan_.model().mesh = mesh_.declarations.mesh;
  }

  void AddFlow(types::FlowId flow) {
    const ir::Flow& drawn = mesh_.flows[flow];
    const Index start = AddNode({drawn.name + "/start",
                                 NodeKind::kStart,
                                 "start",
                                 {},
                                 drawn.origin.doc,
                                 regions_.FlowRegion(flow),
                                 0});
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
    if (const ir::Visit* visit = ir::VisitAt(point)) return mesh_.declarations.actors[visit->actor].raises;
    if (const auto* park = std::get_if<ir::Park>(&point.body)) {
      if (park->on_timeout) return {};
      return {types::IdOf(types::BuiltinError::kTimeout)};
    }
    if (const types::FlowId callee = ir::CalledFlow(point); callee.has_value())
      return errors_.Named(id, *facts_.escapes[callee.index]);
    if (openers_.OfJoin(id).has_value()) return errors_.NamedAt(Raiser(id));
    return {};
  }

  bool MayRaiseCommonErrors(ir::PointId id) const {
    const ir::Point& point = mesh_.points[id];
    if (ir::VisitAt(point) != nullptr || ir::CalledFlow(point).has_value()) return true;
    if (!openers_.OfJoin(id).has_value()) return false;
    return errors_.MayRaise(Raiser(id), kCrash);
  }

  /// One error stands for all that every actor may raise.
  std::vector<types::ErrorId> Errors(ir::PointId id) const {
    std::vector<types::ErrorId> errors = DeclaredErrors(id);
    if (MayRaiseCommonErrors(id)) errors.push_back(kCrash);
    return errors;
  }

  /// An error ends the branch, whatever else leads from here to the join.
  void ConnectToJoin(ir::PointId id, Index node) {
    if (!mesh_.points[Raiser(id)].handler) return;
    for (const types::ErrorId error : Errors(id)) {
      for (const analysis::Passage& passage :
           tracer_.OnError(Raiser(id), error, analysis::PassageKind::kAnyError)) {
        if (!passage.point.has_value() || !openers_.OfJoin(passage.point).has_value()) continue;
        const Index join = AddPoint(passage.point);
        if (!plan_.Joins(node, join)) plan_.AddEdge({node, join, EdgeKind::kAnyError, "", kNone});
      }
    }
  }

  void AddUndo(ir::PointId id, Index node) {
    if (!openers_.IsInSaga(id)) return;
    std::optional<Node> undo = UndoNode(mesh_, id);
    if (!undo) return;
    undo->region = regions_.RegionOf(id);
    plan_.AddEdge({node, AddNode(std::move(*undo)), EdgeKind::kUndo, "undo", kNone});
  }

  void Connect(Index from, const std::vector<analysis::Passage>& passages) {
    std::vector<ir::PointId> fresh;
    for (const analysis::Passage& passage : passages) {
      const Index to = Reach(passage, fresh);
      plan_.AddEdge({from, to, EdgeKindOf(passage.kind), LabelOf(passage, from, to), kNone});
    }
    open_.insert(open_.end(), fresh.rbegin(), fresh.rend());
  }

  /// An error that leaves a saga does so when that has been undone.
  std::string LabelOf(const analysis::Passage& passage, Index from, Index to) const {
    const Model& model = plan_.model();
    const bool undone = passage.kind == analysis::PassageKind::kError &&
                        SagaLeft(model.regions, model.nodes[from].region, model.nodes[to].region) != kNone;
    const std::string words = PrintReasons(mesh_, passage);
    if (!undone) return words;
    return words + (words.empty() ? "" : " · ") + kAfterUndo;
  }

  Index Reach(const analysis::Passage& passage, std::vector<ir::PointId>& fresh) {
    if (!passage.point.has_value()) return AddEnd(passage.flow, passage.failed);
    if (opened_.insert(passage.point).second) fresh.push_back(passage.point);
    return AddPoint(passage.point);
  }

  Index AddEnd(types::FlowId flow, bool failed) {
    const ir::Flow& ended = mesh_.flows[flow];
    Node node{ended.name + "/success", NodeKind::kSuccess, "success", {}, "", kNone, 0};
    if (ended.called_on_same_envelope) node.label = "return";
    if (failed) {
      node = {ended.name + "/failure", NodeKind::kFailure, "failure", {}, "", kNone, 0};
      const std::string errors = PrintErrors(mesh_, NamedEscapes(flow));
      if (!errors.empty()) node.details.push_back(errors);
    }
    return AddNode(std::move(node));
  }

  std::vector<types::ErrorId> NamedEscapes(types::FlowId flow) const {
    std::vector<types::ErrorId> named;
    for (const types::ErrorId error : *facts_.escapes[flow.index]) {
      if (!analysis::CatchesCommonErrors(error)) named.push_back(error);
    }
    return named;
  }

  Index AddPoint(ir::PointId id) {
    if (const auto known = nodes_.find(id); known != nodes_.end()) return known->second;
    Node node = PointNode(mesh_, openers_, id, detail_);
    node.region = regions_.RegionOf(id);
    return nodes_[id] = AddNode(std::move(node));
  }

  Index AddNode(Node node) {
    const Index index = plan_.AddNode(std::move(node));
    std::vector<Region>& regions = plan_.model().regions;
    last_in_.resize(regions.size(), kNone);
    for (Index region = plan_.model().nodes[index].region; region != kNone; region = regions[region].parent)
      last_in_[region] = last_in_[region] == kNone ? index : std::max(last_in_[region], index);
    return index;
  }

  /// Errors leave a frame as one edge for each clause, or leave the flow.
  void ConnectFrames(types::FlowId flow) {
    std::set<ir::PointId> known;
    std::vector<ir::PointId> guards;
    for (std::size_t i = 0; i < points_.size(); ++i) {  // Clauses add points.
      for (const ir::PointId guard : regions_.HandlersOf(points_[i])) {
        if (!known.insert(guard).second) continue;
        guards.push_back(guard);
        DrawClauses(guard);
      }
    }
    const FrameErrors errors = CollectErrors(flow);
    for (const ir::PointId guard : guards) ConnectGuard(guard, errors);
    ConnectFailure(flow, errors);
    points_.clear();
  }

  void DrawClauses(ir::PointId guard) {
    const auto* clauses = std::get_if<ir::Catch>(&mesh_.points[guard].body);
    if (clauses == nullptr || regions_.GuardedRegion(guard) == kNone) return;
    for (const ir::CatchCase& clause : clauses->cases) DrawFrom(clause.target);
    if (clauses->rest) DrawFrom(*clauses->rest);
  }

  void DrawFrom(ir::PointId target) {
    std::vector<ir::PointId> fresh;
    for (const analysis::Passage& passage : tracer_.From(target)) Reach(passage, fresh);
    open_.insert(open_.end(), fresh.rbegin(), fresh.rend());
    DrainOpen();
  }

  FrameErrors CollectErrors(types::FlowId flow) {
    FrameErrors errors(mesh_, plan_.model().regions);
    for (const ir::PointId id : points_)
      errors.Add(id, regions_.RegionOf(id), GuardsOf(id, flow), DeclaredErrors(id), MayRaiseCommonErrors(id));
    return errors;
  }

  /// Up to the flow, or to the end of a branch: its join stands for the branch from there on.
  std::vector<Guard> GuardsOf(ir::PointId id, types::FlowId flow) {
    std::vector<Guard> guards;
    for (; mesh_.points[id].handler; id = guards.back().handler) {
      const ir::PointId target = mesh_.points[id].handler->target;
      if (std::holds_alternative<ir::BranchEnd>(mesh_.points[target].body)) return guards;
      guards.push_back({target, regions_.GuardedRegion(target)});
    }
    guards.push_back({{}, regions_.FlowRegion(flow)});
    return guards;
  }

  void ConnectGuard(ir::PointId guard, const FrameErrors& errors) {
    const auto* clauses = std::get_if<ir::Catch>(&mesh_.points[guard].body);
    if (clauses == nullptr || regions_.GuardedRegion(guard) == kNone) return;
    for (std::size_t first = 0; first < clauses->cases.size();) {
      const ir::PointId target = clauses->cases[first].target;
      std::vector<types::ErrorId> caught;
      for (; first < clauses->cases.size() && clauses->cases[first].target == target; ++first)
        caught.push_back(clauses->cases[first].error);
      LeaveFrame(guard, target, caught, errors);
    }
    if (clauses->rest) LeaveFrame(guard, *clauses->rest, {}, errors);
  }

  /// `caught` is empty for what no clause catches, on its way to a `finally`.
  void LeaveFrame(ir::PointId guard, ir::PointId target, const std::vector<types::ErrorId>& caught,
                  const FrameErrors& errors) {
    const bool alone = std::get<ir::Catch>(mesh_.points[guard].body).cases.empty();
    const std::vector<Region>& regions = plan_.model().regions;
    for (const auto& [saga, raisers] : errors.Of(guard, caught, target)) {
      const Index region = saga == kNone ? regions_.GuardedRegion(guard) : saga;
      std::string words = caught.empty() ? (alone ? "" : "else") : PrintCaught(mesh_, caught, raisers);
      if (saga != kNone) words += (words.empty() ? "" : " · ") + std::string(kAfterUndo);
      std::vector<ir::PointId> fresh;  // All has been drawn.
      for (const analysis::Passage& passage : tracer_.From(target)) {
        const Index to = Reach(passage, fresh);
        const Index frame = IsInside(regions, plan_.model().nodes[to].region, region) ? kNone : region;
        const std::string more = PrintReasons(mesh_, passage);
        const char* between = words.empty() || more.empty() ? "" : " · ";
        Edge edge{last_in_[region], to, EdgeKind::kAnyError, words + between + more, frame};
        edge.raised = ToRaised(mesh_, raisers);
        plan_.AddEdge(std::move(edge));
      }
    }
  }

  void DrainOpen() {
    while (!open_.empty()) {
      const ir::PointId next = open_.back();
      open_.pop_back();
      Leave(next);
    }
  }

  /// One edge says that errors which nobody catches end the flow, and one for each saga that is undone
  /// before.
  void ConnectFailure(types::FlowId flow, const FrameErrors& errors) {
    const Index region = regions_.FlowRegion(flow);
    std::set<Index> sagas;
    for (const ir::PointId id : points_) {
      if (EndsFlow(id)) sagas.insert(SagaLeft(plan_.model().regions, regions_.RegionOf(id), region));
    }
    for (const Index saga : sagas) {
      const Index left = saga == kNone ? region : saga;
      std::string words = "not caught";
      if (saga != kNone) words += std::string(" · ") + kAfterUndo;
      Edge edge{last_in_[left], AddEnd(flow, true), EdgeKind::kAnyError, std::move(words), left};
      if (const auto found = errors.Uncaught().find(saga); found != errors.Uncaught().end())
        edge.raised = ToRaised(mesh_, found->second);
      plan_.AddEdge(std::move(edge));
    }
  }

  bool EndsFlow(ir::PointId id) const {
    for (const types::ErrorId error : Errors(id)) {
      for (const analysis::Passage& passage : tracer_.OnError(Raiser(id), error)) {
        if (!passage.point.has_value() && passage.failed) return true;
      }
    }
    return false;
  }

  static constexpr const char* kAfterUndo = "after undo";
  /// Stands for all that every actor may raise.
  static constexpr types::ErrorId kCrash = types::IdOf(types::BuiltinError::kCrash);

  const ir::Mesh& mesh_;
  const analysis::Facts& facts_;
  const FlowDetail& detail_;
  const analysis::Openers& openers_;
  const analysis::PointErrors& errors_;
  const analysis::Tracer& tracer_;
  Plan plan_;
  RegionFinder regions_;
  std::map<ir::PointId, Index> nodes_;
  std::vector<Index> last_in_;  ///< By region: the node that was added to it last.
  std::set<ir::PointId> opened_;
  std::vector<ir::PointId> open_;
  std::vector<ir::PointId> points_;  ///< Of the flow that is being drawn, in drawing order.
};

FlowModels::FlowModels(const ir::Mesh& mesh, const analysis::Facts& facts, const FlowDetail& detail)
    : tables_(new Tables{mesh, facts, detail}) {}

FlowModels::~FlowModels() = default;

Model FlowModels::Whole() const {
  Builder builder(*tables_);
  const ir::Mesh& mesh = tables_->mesh;
  for (const bool entries : {true, false}) {
    for (const types::FlowId flow : mesh.flows.ids()) {
      if (IsEntry(mesh.flows[flow]) == entries) builder.AddFlow(flow);
    }
  }
  return builder.Finish();
}

Model FlowModels::Of(types::FlowId flow) const {
  Builder builder(*tables_);
  builder.AddFlow(flow);
  return builder.Finish();
}

}  // namespace meshc::codegen::graph
