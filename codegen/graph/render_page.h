// One page that shows a mesh in a browser, with nothing beside it.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace meshc::codegen::graph {

struct PageLevel {
  std::string name;  ///< `mesh`, `flow`, `actor`.
  std::string svg;   ///< Arrows bear the ids of NumberEdges.
  std::string json;  ///< The model, as RenderJson writes it.
};

struct Page {
  std::string title;
  std::string first_level;
  std::vector<PageLevel> levels;
  std::map<std::string, std::string> files;  ///< By the name of a source file: where the page finds it.
};

/// HTML. The page looks nothing up elsewhere: no network, no file.
std::string RenderPage(const Page& page);

}  // namespace meshc::codegen::graph
