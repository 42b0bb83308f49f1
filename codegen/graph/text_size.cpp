#include "codegen/graph/text_size.h"

#include <algorithm>

#include "compiler/source/utf8.h"

namespace meshc::codegen::graph {

TextSize MeasureText(std::string_view text, double font_size) {
  constexpr double kWidthOfCharacter = 0.66;
  constexpr double kHeightOfLine = 1.35;
  TextSize size;
  while (true) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto characters = static_cast<double>(source::CountCodePoints(text.substr(0, end)));
    size.width = std::max(size.width, characters * kWidthOfCharacter * font_size);
    size.height += kHeightOfLine * font_size;
    if (end == text.size()) return size;
    text.remove_prefix(end + 1);
  }
}

TextSize MeasureNode(const Node& node) {
  constexpr double kBorder = 20;
  if (node.kind == NodeKind::kFinally) return {14, 14};
  TextSize size = MeasureText(node.label, 11);
  for (const std::string& line : node.details) {
    const TextSize more = MeasureText(line, 9);
    size.width = std::max(size.width, more.width);
    size.height += more.height + 3;
  }
  // The slanted sides of these take a share of the room.
  const bool slanted = node.kind == NodeKind::kDecision || node.kind == NodeKind::kPark;
  const double share = slanted ? 1.6 : 1.1;
  return {size.width * share + kBorder, size.height * (slanted ? 1.8 : 1.0) + kBorder / 2};
}

}  // namespace meshc::codegen::graph
