#include "codegen/graph/render_page.h"

#include <kainjow/mustache.hpp>
#include <nlohmann/json.hpp>

#include <string_view>

#include "codegen/graph/page_template.h"

namespace meshc::codegen::graph {
namespace {

/// A picture within HTML has no prologue.
std::string WithoutPrologue(const std::string& svg) {
  return svg.substr(std::min(svg.find("<svg"), svg.size()));
}

/// Within a script a text must not seem to end it.
std::string ForScript(std::string_view json) {
  std::string text;
  for (const char c : json) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

}  // namespace

std::string RenderPage(const Page& page) {
  kainjow::mustache::data holes;
  holes.set("title", page.title);
  holes.set("level", page.first_level);
  std::string models;
  for (const PageLevel& level : page.levels) {
    holes.set(level.name, ForScript(nlohmann::json(WithoutPrologue(level.svg)).dump()));
    models += (models.empty() ? "{" : ",") + ("\"" + level.name + "\":") + ForScript(level.json);
  }
  holes.set("models", models + "}");
  holes.set("files", ForScript(nlohmann::json(page.files).dump()));
  return kainjow::mustache::mustache(std::string(PageTemplate("page.html"))).render(holes);
}

}  // namespace meshc::codegen::graph
