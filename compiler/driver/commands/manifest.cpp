#include "compiler/driver/commands/manifest.h"

#include <nlohmann/json.hpp>

namespace meshc::driver {
namespace {

using Json = nlohmann::ordered_json;
using codegen::Ownership;

ManifestFile ParseFileRow(const Json& row) {
  return {row.at("backend").get<std::string>(), row.at("digest").get<std::string>(),
          row.at("ownership").get<std::string>() == "once" ? Ownership::kOnce : Ownership::kGenerated};
}

}  // namespace

std::string PrintManifest(const Manifest& manifest) {
  Json files = Json::object();
  for (const auto& [path, file] : manifest.files) {
    files[path] = {{"backend", file.backend},
                   {"digest", file.digest},
                   {"ownership", file.ownership == Ownership::kOnce ? "once" : "generated"}};
  }
  const Json json = {{"mesh", manifest.mesh},
                     {"table", manifest.table},
                     {"sources", Json(manifest.sources)},
                     {"files", std::move(files)}};
  return json.dump(2) + "\n";
}

Manifest ParseManifest(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    Manifest manifest;
    manifest.mesh = json.at("mesh").get<std::string>();
    manifest.table = json.at("table").get<std::string>();
    for (const auto& [path, digest] : json.at("sources").items())
      manifest.sources[path] = digest.get<std::string>();
    for (const auto& [path, row] : json.at("files").items()) manifest.files[path] = ParseFileRow(row);
    return manifest;
  } catch (const Json::exception&) {
    return {};
  }
}

}  // namespace meshc::driver
