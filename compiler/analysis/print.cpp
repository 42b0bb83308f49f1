#include <fmt/format.h>

#include "compiler/analysis/analysis.h"

namespace meshc::analysis {
namespace {

std::string PrintPoint(const ir::Mesh& mesh, const Facts& facts, ir::PointId id) {
  const ir::Point& point = mesh.points[id];
  std::string text = fmt::format("#{} {}\n", id.index, point.name);
  if (!facts.reachable[id.index]) return text + "  never reached\n";
  const auto& fields = mesh.declarations.envelopes[mesh.flows[point.flow].envelope].fields;
  text += "  present";
  for (std::uint32_t slot : facts.present[id.index]) text += ' ' + fields[slot].name;
  return text + '\n';
}

}  // namespace

std::string Print(const ir::Mesh& mesh, const Facts& facts) {
  std::string text;
  for (types::FlowId flow : mesh.flows.ids()) {
    text += fmt::format("flow {}\n  may fail with", mesh.flows[flow].name);
    for (types::ErrorId error : *facts.escapes[flow.index])
      text += ' ' + mesh.declarations.errors[error].name;
    text += '\n';
  }
  for (ir::PointId id : mesh.points.ids()) text += PrintPoint(mesh, facts, id);
  return text;
}

}  // namespace meshc::analysis
