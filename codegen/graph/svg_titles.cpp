#include "codegen/graph/svg_titles.h"

#include <pugixml.hpp>
#include <sstream>

namespace meshc::codegen::graph {
namespace {

/// `<g><title/><g><a xlink:title="..."/></g></g>` is what the library makes of a part with a tooltip.
void TitleParts(pugi::xml_node parts) {
  for (pugi::xml_node part : parts.children("g")) {
    const pugi::xml_attribute words = part.child("g").child("a").attribute("xlink:title");
    if (words) part.child("title").text().set(words.value());
  }
}

}  // namespace

std::string TitleByWords(const std::string& svg) {
  constexpr unsigned kEverything = pugi::parse_full | pugi::parse_ws_pcdata;
  pugi::xml_document document;
  if (!document.load_buffer(svg.data(), svg.size(), kEverything, pugi::encoding_utf8)) return svg;
  TitleParts(document.child("svg").child("g"));
  std::ostringstream text;
  document.save(text, "", pugi::format_raw | pugi::format_no_declaration, pugi::encoding_utf8);
  return text.str();
}

}  // namespace meshc::codegen::graph
