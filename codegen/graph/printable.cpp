#include "codegen/graph/printable.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "codegen/common/printable.h"

namespace meshc::codegen::graph {
namespace {

/// Of the character at `at`, one of three bytes; 0: it is none.
unsigned DirectionAt(std::string_view text, std::size_t at) {
  if (text.size() - at < 3 || (text[at + 1] != '\x80' && text[at + 1] != '\x81')) return 0;
  const unsigned character = 0x2000U | (static_cast<unsigned char>(text[at + 1]) & 0x3FU) << 6U |
                             (static_cast<unsigned char>(text[at + 2]) & 0x3FU);
  const bool turns =
      (character >= 0x202A && character <= 0x202E) || (character >= 0x2066 && character <= 0x2069);
  return turns ? character : 0;
}

/// What turns the direction of text around would show a reviewer what is not there.
void WriteOutDirections(std::string& text) {
  for (std::size_t at = 0; (at = text.find('\xE2', at)) != std::string::npos; ++at) {
    if (const unsigned direction = DirectionAt(text, at); direction != 0)
      text.replace(at, 3, fmt::format("\\u{{{:x}}}", direction));
  }
}

void Clean(std::string& text) {
  if (!IsPrintable(text)) text = Printable(text);
  WriteOutDirections(text);
}

/// In bytes. One node must not fill the picture; and Graphviz reads no piece of a text of 16 KiB.
constexpr std::size_t kLongestLine = 2000;
constexpr std::size_t kLongestDoc = 8000;

/// Where the first `longest` bytes end, an ampersand counting as many as DOT writes for it.
std::size_t EndOfFirst(std::string_view text, std::size_t longest) {
  std::size_t written = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    written += text[at] == '&' ? std::string_view("&amp;").size() : 1;
    if (written > longest) return at;
  }
  return text.size();
}

/// What is longer, such as the errors of a flow, ends in dots, behind a whole word where there is one.
void Shorten(std::string& text, std::size_t longest) {
  std::size_t end = EndOfFirst(text, longest);
  if (end == text.size()) return;
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
