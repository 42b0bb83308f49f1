#include "codegen/graph/actor_model.h"

#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "codegen/graph/common_errors.h"
#include "codegen/graph/plan.h"
#include "codegen/graph/point_node.h"
#include "codegen/graph/trace.h"
#include "compiler/ir/point_parts.h"

namespace meshc::codegen::graph {
namespace {

class Builder {
 public:
  Builder(const ir::Mesh& mesh, const analysis::Facts& facts)
      : mesh_(mesh),
        openers_(mesh),
        tracer_(
            mesh, facts, openers_,
            [&mesh](ir::PointId id) { return ir::VisitAt(mesh.points[id]) != nullptr; },
            Tracer::Depth::kHops) {}

  Model Build() {
    plan_.model().mesh = mesh_.declarations.mesh;
    for (const bool entries : {true, false}) {
      for (const types::FlowId flow : mesh_.flows.ids()) {
        if (Shows(flow) && IsEntry(mesh_.flows[flow]) == entries) Enter(flow);
      }
    }
    while (!open_.empty()) {
      const Arrival arrival = std::move(open_.back());
      open_.pop_back();
      Leave(arrival);
    }
    return std::move(plan_.model());
  }

 private:
  bool Shows(types::FlowId flow) const { return !mesh_.flows[flow].called_on_same_envelope; }

  void Enter(types::FlowId flow) {
    const ir::Flow& entered = mesh_.flows[flow];
    const Index start = plan_.AddNode({entered.name + "/start",
                                       NodeKind::kStart,
                                       (IsEntry(entered) ? "entry " : "") + entered.name,
                                       {},
                                       entered.origin.doc,
                                       kNone,
                                       0});
    Connect(start, tracer_.From(entered.entry));
  }

  void Leave(const Arrival& left) {
    const Index node = AddActor(ActorAt(left));
    if (left.kind == EdgeKind::kUndo) return Connect(node, tracer_.AfterUndo(left));
    std::vector<Arrival> arrivals = tracer_.After(left.point);
    const auto add = [&](const std::vector<Arrival>& more) {
      arrivals.insert(arrivals.end(), more.begin(), more.end());
    };
    for (const types::ErrorId error : mesh_.declarations.actors[ActorAt(left)].raises)
      add(tracer_.OnDeclaredError(left.point, error));
    for (const types::ErrorId error : kCommonErrors)
      add(tracer_.OnError(left.point, error, EdgeKind::kAnyError));
    Connect(node, arrivals);
  }

  /// Errors that everybody may raise come last, and only where a clause catches them, be it to end well:
  /// every actor may fail, and edges that say so hide the rest.
  void Connect(Index from, const std::vector<Arrival>& arrivals) {
    for (const Arrival& arrival : arrivals) {
      if (arrival.kind != EdgeKind::kAnyError)
        plan_.AddEdge({from, Reach(arrival), arrival.kind, LabelOf(arrival), kNone});
    }
    for (const Arrival& arrival : arrivals) {
      const bool uncaught = !arrival.point.has_value() && arrival.failed;
      if (arrival.kind != EdgeKind::kAnyError || uncaught) continue;
      const Index to = Reach(arrival);
      if (!plan_.Joins(from, to)) plan_.AddEdge({from, to, EdgeKind::kAnyError, "", kNone});
    }
  }

  /// What a condition says stands at the flow level; of hops only the outcome of a router is known.
  static std::string LabelOf(const Arrival& arrival) {
    switch (arrival.kind) {
      case EdgeKind::kError:
      case EdgeKind::kNext: return arrival.label;
      case EdgeKind::kTap: return "tap";
      case EdgeKind::kUndo: return "undo";
      case EdgeKind::kOptional: return "optional";
      case EdgeKind::kBack:
      case EdgeKind::kAnyError:
      case EdgeKind::kUnknown: return "";
    }
    return "";
  }

  Index Reach(const Arrival& arrival) {
    if (!arrival.point.has_value()) {
      return arrival.failed ? plan_.AddNode({"failure", NodeKind::kFailure, "failure", {}, "", kNone, 0})
                            : plan_.AddNode({"success", NodeKind::kSuccess, "success", {}, "", kNone, 0});
    }
    if (opened_.insert(KeyOf(arrival)).second) open_.push_back(arrival);
    return AddActor(ActorAt(arrival));
  }

  /// An undo call goes on as the error does that it is made for; a visit always goes on alike.
  using Key = std::tuple<ir::PointId, ir::PointId, types::ErrorId, EdgeKind, bool>;
  static Key KeyOf(const Arrival& arrival) {
    const Pending& pending = arrival.pending;
    const bool is_undo = arrival.kind == EdgeKind::kUndo;
    return {arrival.point, arrival.saga, pending.error, is_undo ? pending.kind : EdgeKind::kNext,
            pending.or_child};
  }

  types::ActorId ActorAt(const Arrival& arrival) const {
    const types::ActorId actor = ir::VisitAt(mesh_.points[arrival.point])->actor;
    return arrival.kind == EdgeKind::kUndo ? mesh_.declarations.actors[actor].undo : actor;
  }

  Index AddActor(types::ActorId id) { return plan_.AddNode(ActorNode(mesh_.declarations.actors[id])); }

  const ir::Mesh& mesh_;
  Openers openers_;
  Tracer tracer_;
  Plan plan_;
  std::set<Key> opened_;
  std::vector<Arrival> open_;
};

}  // namespace

Model BuildActorModel(const ir::Mesh& mesh, const analysis::Facts& facts) {
  return Builder(mesh, facts).Build();
}

}  // namespace meshc::codegen::graph
