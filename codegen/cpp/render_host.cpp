#include <fmt/core.h>

#include "codegen/common/cpp_literals.h"
#include "codegen/common/naming.h"
#include "codegen/cpp/render.h"

namespace meshc::codegen {
namespace {

bool StartsWith(const std::string& text, std::string_view prefix) { return text.rfind(prefix, 0) == 0; }

std::vector<Holes> Paths(const std::vector<std::string>& paths) {
  std::vector<Holes> items;
  for (const std::string& path : paths) items.push_back(Holes().Set("path", path));
  return items;
}

}  // namespace

void RenderHost(const CppModel& model, ArtifactSet& artifacts) {
  std::vector<Holes> actors;
  for (const ActorModel& actor : model.actors) {
    actors.push_back(Holes()
                         .Set("file", FileStem(actor.name))
                         .Set("text", CppString(actor.name))
                         .Set("class", actor.class_name));
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
  const std::string source_folder = fmt::format("src/{}/", model.folder);
  const std::string entries = source_folder + "entries.cpp";
  std::vector<std::string> generated;
  // The list of actors needs the handlers, so it goes with them.
  std::vector<std::string> handlers = {entries};
  for (const auto& [path, artifact] : artifacts) {
    if (StartsWith(path, "actors/")) handlers.push_back(path);
    const bool source =
        StartsWith(path, source_folder) && path != entries && path != source_folder + "main.cpp";
    if (source) generated.push_back(path);
  }
  Holes holes = MeshHoles(model);
  holes.Set("generated", Paths(generated)).Set("scaffolds", Paths(handlers));
  artifacts["CMakeLists.txt"].content = RenderTemplate("CMakeLists.txt", holes);
}

}  // namespace meshc::codegen
