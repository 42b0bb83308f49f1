#include "codegen/graph/printable.h"

#include <string>

#include "codegen/common/printable.h"

namespace meshc::codegen::graph {
namespace {

void Clean(std::string& text) {
  if (!IsPrintable(text)) text = Printable(text);
}

}  // namespace

Model MakePrintable(Model model) {
  Clean(model.mesh);
  for (Node& node : model.nodes) {
    Clean(node.id);
    Clean(node.label);
    Clean(node.link);
    Clean(node.tooltip);
    for (std::string& line : node.details) Clean(line);
  }
  for (Edge& edge : model.edges) {
    Clean(edge.label);
    for (Raised& raised : edge.raised) {
      for (std::string& point : raised.points) Clean(point);
    }
  }
  for (Region& region : model.regions) {
    Clean(region.id);
    Clean(region.label);
    Clean(region.tooltip);
  }
  return model;
}

}  // namespace meshc::codegen::graph
