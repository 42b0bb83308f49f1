#include "rendered_chart.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <map>

#include "run_program.h"
#include "scratch.h"
#include "yaml_json.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string Replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

const Json& PodOf(const Json& workload) { return workload.at("spec").at("template").at("spec"); }

/// What is called so in a list of named things; null: nothing is.
Json Named(const Json& list, const std::string& name) {
  for (const Json& each : list) {
    if (each.at("name") == name) return each;
  }
  return {};
}

}  // namespace

RenderedChart::RenderedChart(const std::string& helm, const std::string& folder,
                             const std::vector<std::string>& words) {
  std::vector<std::string> command = {helm, "template", "release", folder};
  command.insert(command.end(), words.begin(), words.end());
  const ProgramRun run = RunProgram(command);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  if (run.exit_code == 0) objects_ = ParseYaml(run.out);
}

std::vector<Json> RenderedChart::OfKind(const std::string& kind) const {
  std::vector<Json> found;
  for (const Json& object : objects_) {
    if (object.at("kind") == kind) found.push_back(object);
  }
  return found;
}

void RenderedChart::Mount(const std::string& folder) const {
  const Json volume = Named(PodOf(OfKind("Deployment").at(0)).at("volumes"), "mesh-routes");
  const std::string data = "..data-" + std::to_string(std::distance(fs::directory_iterator(folder), {}));
  for (const Json& source : volume.at("projected").at("sources")) {
    for (const Json& map : OfKind("ConfigMap")) {
      if (map.at("metadata").at("name") != source.at("configMap").at("name")) continue;
      for (const auto& [file, text] : map.at("data").items())
        WriteFile(fs::path(folder) / data / file, text.get<std::string>());
    }
  }
  fs::create_directory_symlink(data, fs::path(folder) / "..data-next");
  fs::rename(fs::path(folder) / "..data-next", fs::path(folder) / "..data");
  for (const auto& entry : fs::directory_iterator(fs::path(folder) / data)) {
    const fs::path name = entry.path().filename();
    if (!fs::exists(fs::symlink_status(folder / name))) fs::create_symlink("..data" / name, folder / name);
  }
}

std::vector<std::string> RenderedChart::CommandOf(const Json& workload, const std::string& host,
                                                  const std::string& routes) const {
  const Json& container = PodOf(workload).at("containers").at(0);
  const Json mounted = Named(container.value("volumeMounts", Json::array()), "mesh-routes");
  std::map<std::string, std::string> variables;
  for (const Json& source : container.value("envFrom", Json::array())) {
    for (const Json& map : OfKind("ConfigMap")) {
      if (map.at("metadata").at("name") == source.at("configMapRef").at("name"))
        map.at("data").get_to(variables);
    }
  }
  std::vector<std::string> command = {host};
  for (std::string argument : container.at("args")) {
    for (const auto& [name, value] : variables) argument = Replaced(argument, "$(" + name + ")", value);
    if (!mounted.is_null()) argument = Replaced(argument, mounted.at("mountPath").get<std::string>(), routes);
    command.push_back(argument.starts_with("--http=") ? "--http=127.0.0.1:0" : argument);
  }
  return command;
}

}  // namespace meshc::test
