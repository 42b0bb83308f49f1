#include "codegen/graph/printable.h"

#include <string>

#include "codegen/common/printable.h"

namespace meshc::codegen::graph {
namespace {

void Clean(std::string& text) {
  if (!IsPrintable(text)) text = Printable(text);
}

/// In bytes. One node must not fill the picture; and Graphviz reads no piece of a text of 16 KiB.
constexpr std::size_t kLongestLine = 2000;
constexpr std::size_t kLongestDoc = 8000;

/// What is longer, such as the errors of a flow, ends in dots, behind a whole word where there is one.
void Shorten(std::string& text, std::size_t longest) {
  if (text.size() <= longest) return;
  std::size_t end = longest;
  while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  const std::size_t blank = text.rfind(' ', end);
  text.resize(blank == std::string::npos || blank < end / 2 ? end : blank);
  text += " …";
}

void CleanLine(std::string& text) {
  Clean(text);
  Shorten(text, kLongestLine);
}

void CleanDoc(std::string& text) {
  Clean(text);
  Shorten(text, kLongestDoc);
}

}  // namespace

Model MakePrintable(Model model) {
  Clean(model.mesh);
  for (Node& node : model.nodes) {
    Clean(node.id);
    CleanLine(node.label);
    Clean(node.link);
    CleanDoc(node.tooltip);
    for (std::string& line : node.details) CleanLine(line);
  }
  for (Edge& edge : model.edges) {
    CleanLine(edge.label);
    for (Raised& raised : edge.raised) {
      for (std::string& point : raised.points) Clean(point);
    }
  }
  for (Region& region : model.regions) {
    Clean(region.id);
    CleanLine(region.label);
    CleanDoc(region.tooltip);
  }
  return model;
}

}  // namespace meshc::codegen::graph
