#include "codegen/graph/point_node.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "codegen/graph/labels.h"
#include "compiler/ir/point_parts.h"

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
  const analysis::Openers& openers;
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
  Node operator()(const ir::AnyOf<ir::Call, ir::Ask, ir::Follow> auto& body) const {
    return VisitNode(mesh, body.visit, detail);
  }
  Node operator()(const ir::AnyOf<ir::Return, ir::LoopStart, ir::LoopRound, ir::Unwind, ir::FinallyExit,
                                  ir::Catch, ir::Raise, ir::Reraise, ir::BranchEnd, ir::SagaEnter,
                                  ir::SagaExit, ir::Undo, ir::Gap> auto&) const {
    throw std::logic_error("not drawn: " + point().name);
  }
};

}  // namespace

bool IsDrawn(const ir::Point& point, const FlowDetail& detail) {
  return std::visit(
      ir::ByKind{
          [&](const ir::Set&) { return detail.actions; },
          [](const ir::AnyOf<ir::Call, ir::Ask, ir::Follow, ir::FollowNext, ir::FlowCall, ir::Branch,
                             ir::Match, ir::Fork, ir::EachFork, ir::Join, ir::Tap, ir::FinallyEnter,
                             ir::Park> auto&) { return true; },
          [](const ir::AnyOf<ir::Return, ir::LoopStart, ir::LoopRound, ir::Unwind, ir::FinallyExit, ir::Catch,
                             ir::Raise, ir::Reraise, ir::BranchEnd, ir::SagaEnter, ir::SagaExit, ir::Undo,
                             ir::Gap> auto&) { return false; },
      },
      point.body);
}

Node PointNode(const ir::Mesh& mesh, const analysis::Openers& openers, ir::PointId id,
               const FlowDetail& detail) {
  const ir::Point& point = mesh.points[id];
  Node node = std::visit(Describe{mesh, openers, id, detail}, point.body);
  node.id = point.name;
  node.origin = point.origin;
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
  Node node{actor.name, kind, actor.name, ActorDetails(actor), actor.origin.doc, kNone, 0};
  node.actor = actor.name;
  node.origin = actor.origin.range;
  return node;
}

}  // namespace meshc::codegen::graph
