#include "codegen/graph/point_node.h"

#include <string>
#include <utility>
#include <variant>

#include "codegen/graph/labels.h"

namespace meshc::codegen::graph {
namespace {

constexpr std::size_t kConditionWidth = 26;

void DescribeFlow(const ir::Flow& flow, Node& node) {
  node.kind = NodeKind::kFlowCall;
  node.label = flow.name;
  node.details = {"flow"};
  node.tooltip = flow.origin.doc;
}

}  // namespace

const ir::Visit* VisitAt(const ir::Point& point) {
  if (const auto* call = std::get_if<ir::Call>(&point.body)) return &call->visit;
  if (const auto* ask = std::get_if<ir::Ask>(&point.body)) return &ask->visit;
  if (const auto* follow = std::get_if<ir::Follow>(&point.body)) return &follow->visit;
  return nullptr;
}

bool IsDrawn(const ir::Point& point, const FlowDetail& detail) {
  return VisitAt(point) != nullptr || std::holds_alternative<ir::Branch>(point.body) ||
         std::holds_alternative<ir::Match>(point.body) || std::holds_alternative<ir::FlowCall>(point.body) ||
         (detail.actions && std::holds_alternative<ir::Set>(point.body));
}

Node PointNode(const ir::Mesh& mesh, ir::PointId id, const FlowDetail& detail) {
  const ir::Point& point = mesh.points[id];
  Node node{point.name, NodeKind::kDecision, "", {}, "", kNone};
  if (const ir::Visit* visit = VisitAt(point)) {
    const types::Actor& actor = mesh.declarations.actors[visit->actor];
    node = ActorNode(actor);
    node.id = point.name;
    if (!detail.signatures) return node;
    for (std::string& line : ActorSignature(mesh.declarations, actor))
      node.details.push_back(std::move(line));
  } else if (const auto* branch = std::get_if<ir::Branch>(&point.body)) {
    node.label = Wrap(PrintCondition(mesh, branch->condition, point.flow), kConditionWidth);
  } else if (const auto* match = std::get_if<ir::Match>(&point.body)) {
    node.label = Wrap(PrintCondition(mesh, match->subject, point.flow), kConditionWidth);
  } else if (const auto* set = std::get_if<ir::Set>(&point.body)) {
    node.kind = NodeKind::kAction;
    node.label = Wrap(PrintSet(mesh, *set, point.flow), kConditionWidth);
  } else if (const auto* call = std::get_if<ir::FlowCall>(&point.body)) {
    DescribeFlow(mesh.flows[call->flow], node);
  }
  return node;
}

Node ActorNode(const types::Actor& actor) {
  const NodeKind kind = actor.kind == types::ActorKind::kProcessor ? NodeKind::kProcessor : NodeKind::kRouter;
  return {actor.name, kind, actor.name, ActorDetails(actor), actor.origin.doc, kNone};
}

}  // namespace meshc::codegen::graph
