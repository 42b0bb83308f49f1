// Ids, names and edges.
#include <fmt/format.h>

#include "compiler/ir/verify_parts.h"

namespace meshc::ir {
namespace {

void VerifyFlows(const Mesh& mesh, Problems& problems) {
  std::uint32_t loop = 0;
  for (types::FlowId id : mesh.flows.ids()) {
    const Flow& flow = mesh.flows[id];
    if (flow.envelope.index >= mesh.declarations.envelopes.size()) {
      problems.push_back(fmt::format("flow {}: no such envelope", flow.name));
    }
    if (flow.entry.index >= mesh.points.size() || mesh.points[flow.entry].flow != id) {
      problems.push_back(fmt::format("flow {}: its entry is not one of its points", flow.name));
    }
    while (loop < mesh.loops.size() && mesh.loops[{loop}].flow == id) ++loop;
  }
  if (loop != mesh.loops.size()) problems.push_back("loops: those of one flow do not stand together");
  for (const Loop& one : mesh.loops) {
    if (one.max == 0) problems.push_back(fmt::format("loop {}: has no bound", one.name));
  }
}

void VerifyNames(const Mesh& mesh, Problems& problems) {
  for (std::uint32_t i = 1; i < mesh.points.size(); ++i) {
    if (mesh.points[{i - 1}].name >= mesh.points[{i}].name) {
      problems.push_back(fmt::format("{}: out of order, or the name of two points", mesh.points[{i}].name));
    }
  }
}

bool IsHandlerTarget(const Point& point) {
  return std::holds_alternative<Catch>(point.body) || std::holds_alternative<Undo>(point.body) ||
         std::holds_alternative<BranchEnd>(point.body);
}

void VerifyEdge(const Mesh& mesh, const Point& from, PointId to, Problems& problems) {
  if (to.index >= mesh.points.size()) {
    problems.push_back(fmt::format("{}: leads to no point", from.name));
  } else if (mesh.points[to].flow != from.flow) {
    problems.push_back(fmt::format("{}: leads into another flow", from.name));
  }
}

void VerifyPoint(const Mesh& mesh, const Point& point, Problems& problems) {
  if (point.flow.index >= mesh.flows.size()) {
    problems.push_back(fmt::format("{}: belongs to no flow", point.name));
  }
  for (PointId target : Successors(point)) VerifyEdge(mesh, point, target, problems);
  if (!point.handler) return;
  PointId target = point.handler->target;
  VerifyEdge(mesh, point, target, problems);
  if (target.index < mesh.points.size() && !IsHandlerTarget(mesh.points[target])) {
    problems.push_back(
        fmt::format("{}: its handler is no catch, no undo and no end of a branch", point.name));
  }
}

}  // namespace

void VerifyShape(const Mesh& mesh, Problems& problems) {
  VerifyFlows(mesh, problems);
  VerifyNames(mesh, problems);
  for (const Point& point : mesh.points) VerifyPoint(mesh, point, problems);
}

}  // namespace meshc::ir
