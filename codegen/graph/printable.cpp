#include "codegen/graph/printable.h"

#include "codegen/common/printable.h"

namespace meshc::codegen::graph {

Model MakePrintable(Model model) {
  model.mesh = Printable(model.mesh);
  for (Node& node : model.nodes) {
    node.id = Printable(node.id);
    node.label = Printable(node.label);
    node.link = Printable(node.link);
    node.tooltip = Printable(node.tooltip);
    for (std::string& line : node.details) line = Printable(line);
  }
  for (Edge& edge : model.edges) {
    edge.label = Printable(edge.label);
    for (Raised& raised : edge.raised) {
      for (std::string& point : raised.points) point = Printable(point);
    }
  }
  for (Region& region : model.regions) {
    region.id = Printable(region.id);
    region.label = Printable(region.label);
    region.tooltip = Printable(region.tooltip);
  }
  return model;
}

}  // namespace meshc::codegen::graph
