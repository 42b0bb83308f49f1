#include "codegen/graph/point_node.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <variant>

#include "codegen/graph/labels.h"

namespace meshc::codegen::graph {
namespace {

constexpr std::size_t kConditionWidth = 26;
constexpr std::size_t kRaisesWidth = 40;

Node DecisionNode(std::string label, std::vector<std::string> details = {}) {
  return {"", NodeKind::kDecision, Wrap(label, kConditionWidth), std::move(details), "", kNone, 0};
}

Node FlowNode(const ir::Mesh& mesh, const ir::FlowCall& call) {
  const ir::Flow& flow = mesh.flows[call.flow];
  if (!call.own_envelope) return {"", NodeKind::kFlowCall, flow.name, {"flow"}, flow.origin.doc, kNone, 0};
  const std::string payload = "flow · fresh " + mesh.declarations.envelopes[flow.envelope].name;
  return {"", NodeKind::kFreshCall, flow.name, {payload}, flow.origin.doc, kNone, 0};
}

/// A node of a construct whose label says all.
Node WordNode(NodeKind kind, std::string label, std::vector<std::string> details = {}) {
  return {"", kind, std::move(label), std::move(details), "", kNone, 0};
}

Node VisitNode(const ir::Mesh& mesh, const ir::Visit& visit, const FlowDetail& detail) {
  const types::Actor& actor = mesh.declarations.actors[visit.actor];
  Node node = ActorNode(actor);
  node.details = VisitDetails(actor, visit);
  if (!actor.raises.empty())
    node.details.push_back(Wrap("raises " + PrintErrors(mesh, actor.raises), kRaisesWidth));
  if (!detail.signatures) return node;
  for (std::string& line : ActorSignature(mesh.declarations, actor)) node.details.push_back(std::move(line));
  return node;
}

/// Where the steps of a plan are gone through.
Node PlanNode(const ir::Mesh& mesh, const ir::Point& follow) {
  const types::Actor& router = mesh.declarations.actors[std::get<ir::Follow>(follow.body).visit.actor];
  return DecisionNode(fmt::format("next step, at most {}", router.max_steps));
}

/// Where branches start; their join is told by `JoinDetails`.
Node ForkNode(const ir::Mesh& mesh, const ir::Point& point) {
  const auto* each = std::get_if<ir::EachFork>(&point.body);
  if (each == nullptr) return WordNode(NodeKind::kFork, "parallel");
  return WordNode(NodeKind::kFork, PrintEach(mesh, *each, point.flow), EachDetails(*each));
}

struct Describe {
  const ir::Mesh& mesh;
  const Openers& openers;
  ir::PointId id;
  const FlowDetail& detail;

  const ir::Point& point() const { return mesh.points[id]; }

  Node operator()(const ir::Branch& branch) const {
    return DecisionNode(PrintCondition(mesh, branch.condition, point().flow));
  }
  Node operator()(const ir::Match& match) const {
    return DecisionNode(PrintCondition(mesh, match.subject, point().flow));
  }
  Node operator()(const ir::Set& set) const {
    Node node = DecisionNode(PrintSet(mesh, set, point().flow));
    node.kind = NodeKind::kAction;
    return node;
  }
  Node operator()(const ir::FlowCall& call) const { return FlowNode(mesh, call); }
  Node operator()(const ir::FollowNext&) const {
    return PlanNode(mesh, mesh.points[openers.OfFollowNext(id)]);
  }
  Node operator()(const ir::Fork&) const { return ForkNode(mesh, point()); }
  Node operator()(const ir::EachFork&) const { return ForkNode(mesh, point()); }
  Node operator()(const ir::Join&) const {
    return WordNode(NodeKind::kJoin, "join", JoinDetails(mesh, mesh.points[openers.OfJoin(id)]));
  }
  Node operator()(const ir::Park& park) const {
    return WordNode(NodeKind::kPark, PrintPark(mesh, park), ParkDetails(mesh, park, point().flow));
  }
  Node operator()(const ir::Tap&) const { return WordNode(NodeKind::kTap, "tap"); }
  Node operator()(const ir::FinallyEnter&) const { return WordNode(NodeKind::kFinally, "finally"); }
  template <typename Body>
  Node operator()(const Body&) const {
    return VisitNode(mesh, *VisitAt(point()), detail);
  }
};

}  // namespace

const ir::Visit* VisitAt(const ir::Point& point) {
  if (const auto* call = std::get_if<ir::Call>(&point.body)) return &call->visit;
  if (const auto* ask = std::get_if<ir::Ask>(&point.body)) return &ask->visit;
  if (const auto* follow = std::get_if<ir::Follow>(&point.body)) return &follow->visit;
  return nullptr;
}

bool IsDrawn(const ir::Point& point, const FlowDetail& detail) {
  if (std::holds_alternative<ir::Set>(point.body)) return detail.actions;
  const bool evaluated = std::holds_alternative<ir::Branch>(point.body) ||
                         std::holds_alternative<ir::Match>(point.body) ||
                         std::holds_alternative<ir::FollowNext>(point.body);
  const bool copied = std::holds_alternative<ir::Fork>(point.body) ||
                      std::holds_alternative<ir::EachFork>(point.body) ||
                      std::holds_alternative<ir::Join>(point.body);
  const bool joins_ways =
      std::holds_alternative<ir::Tap>(point.body) || std::holds_alternative<ir::FinallyEnter>(point.body);
  return VisitAt(point) != nullptr || evaluated || copied || joins_ways ||
         std::holds_alternative<ir::Park>(point.body) || std::holds_alternative<ir::FlowCall>(point.body);
}

Node PointNode(const ir::Mesh& mesh, const Openers& openers, ir::PointId id, const FlowDetail& detail) {
  const ir::Point& point = mesh.points[id];
  Node node = std::visit(Describe{mesh, openers, id, detail}, point.body);
  node.id = point.name;
  // All ways into a finally arrive at one node.
  if (node.kind == NodeKind::kFinally) node.id = point.name.substr(0, point.name.rfind('/')) + "/enter";
  // What closes a construct stands behind all that is in it.
  node.order = node.kind == NodeKind::kJoin ? point.origin.end : point.origin.begin;
  return node;
}

std::optional<Node> UndoNode(const ir::Mesh& mesh, ir::PointId id) {
  const auto* call = std::get_if<ir::Call>(&mesh.points[id].body);
  if (call == nullptr) return std::nullopt;
  const types::ActorId undo = mesh.declarations.actors[call->visit.actor].undo;
  if (!undo.has_value()) return std::nullopt;
  Node node = ActorNode(mesh.declarations.actors[undo]);
  node.id = mesh.points[id].name + "/undo";
  node.order = mesh.points[id].origin.begin;
  return node;
}

bool IsEntry(const ir::Flow& flow) { return !flow.called_on_same_envelope && !flow.called_on_own_envelope; }

Node ActorNode(const types::Actor& actor) {
  const NodeKind kind = actor.kind == types::ActorKind::kProcessor ? NodeKind::kProcessor : NodeKind::kRouter;
  return {actor.name, kind, actor.name, ActorDetails(actor), actor.origin.doc, kNone, 0};
}

}  // namespace meshc::codegen::graph
