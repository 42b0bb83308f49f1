#include "compiler/language_server/handler_files.h"

#include <filesystem>
#include <nlohmann/json.hpp>

namespace meshc::language_server {
namespace {

using Json = nlohmann::json;
using Path = std::filesystem::path;

constexpr std::string_view kManifest = "mesh-manifest.json";

/// The path of the actor's handler in a manifest, relative to it; empty: another mesh, or no such file. What
/// is no manifest has none.
std::string HandlerIn(const std::string& text, const std::string& mesh, const std::string& actor) {
  const Json manifest = Json::parse(text, nullptr, false);
  if (!manifest.is_object() || manifest.value("mesh", Json()) != mesh) return "";
  const auto files = manifest.find("files");
  if (files == manifest.end() || !files->is_object()) return "";
  for (const auto& [path, row] : files->items()) {
    const bool once = row.is_object() && row.value("ownership", Json()) == "once";
    if (once && Path(path).filename() == actor + ".cpp") return path;
  }
  return "";
}

}  // namespace

std::string FindHandler(const Workspace& workspace, const queries::CheckedRoot& root,
                        const queries::Declared& actor) {
  const std::string name(root.Text(actor.name));
  const std::string mesh = root.program()->declarations.mesh;
  for (const std::string& manifest : workspace.FilesBelow(kManifest)) {
    const auto text = workspace.Read(manifest);
    const std::string path = text ? HandlerIn(*text, mesh, name) : "";
    if (path.empty()) continue;
    std::string handler = (Path(manifest).parent_path() / path).lexically_normal().generic_string();
    if (workspace.Exists(handler)) return handler;
  }
  const Path folder = Path(root.compilation().path).parent_path();
  std::string beside = (folder / "actors" / (name + ".cpp")).generic_string();
  return workspace.Exists(beside) ? beside : "";
}

}  // namespace meshc::language_server
