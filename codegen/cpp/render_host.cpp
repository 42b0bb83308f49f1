#include <fmt/core.h>

#include "codegen/common/cpp_literals.h"
#include "codegen/common/naming.h"
#include "codegen/cpp/render.h"

namespace meshc::codegen {
namespace {

/// As it stands between quotes.
std::string CMakeText(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '$') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::vector<Holes> Paths(const std::vector<std::string>& paths) {
  std::vector<Holes> items;
  for (const std::string& path : paths) items.push_back(Holes().Set("path", path));
  return items;
}

}  // namespace

void RenderHost(const CppModel& model, ArtifactSet& artifacts) {
  std::vector<Holes> actors;
  for (const ActorModel& actor : model.actors) {
    actors.push_back(Holes().Set("class", actor.class_name));
  }
  Holes holes = MeshHoles(model).Set("actors", std::move(actors));
  holes.Set("mesh_literal", CppString(model.mesh)).Set("digest_literal", CppString(model.table_digest));
  const auto add = [&](const std::string& path, std::string_view name) {
    AddGenerated(path, RenderTemplate(name, holes), artifacts);
  };
  add(fmt::format("include/{}/routes.h", model.folder), "routes.h");
  add(fmt::format("include/{}/entries.h", model.folder), "entries.h");
  add(fmt::format("src/{}/entries.cpp", model.folder), "entries.cpp");
  add(fmt::format("src/{}/main.cpp", model.folder), "main.cpp");
}

void RenderProject(const CppModel& model, ArtifactSet& artifacts) {
  std::vector<std::string> bases;
  std::vector<std::string> handlers;
  for (const ActorModel& actor : model.actors) {
    bases.push_back(fmt::format("src/{}/actors/{}.cpp", model.folder, actor.stem));
    handlers.push_back(actor.stem + ".cpp");
  }
  Holes holes = MeshHoles(model);
  holes.Set("bases", Paths(bases)).Set("handlers", Paths(handlers));
  holes.Set("actors", CMakeText(model.actors_folder));
  holes.Set("actors_set", fmt::format("${{{}_ACTORS}}", model.folder));
  artifacts["CMakeLists.txt"].content = RenderTemplate("CMakeLists.txt", holes);
  artifacts["gather_routes.cmake"].content = RenderTemplate("gather_routes.cmake", holes);
}

}  // namespace meshc::codegen
