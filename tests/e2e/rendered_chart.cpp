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

void RenderedChart::MountSettings(const Json& workload, const std::string& folder) const {
  const Json volume = Named(PodOf(workload).value("volumes", Json::array()), "mesh-settings");
  if (volume.is_null()) return;
  for (const Json& map : OfKind("ConfigMap")) {
    if (map.at("metadata").at("name") != volume.at("configMap").at("name")) continue;
    for (const Json& item : volume.at("configMap").at("items"))
      WriteFile(fs::path(folder) / item.at("path").get<std::string>(),
                map.at("data").at(item.at("key").get<std::string>()).get<std::string>());
  }
}

std::map<std::string, std::string> RenderedChart::VariablesOf(const Json& container) const {
  std::map<std::string, std::string> variables;
  for (const Json& source : container.value("envFrom", Json::array())) {
    for (const Json& map : OfKind("ConfigMap")) {
      if (map.at("metadata").at("name") == source.at("configMapRef").at("name"))
        map.at("data").get_to(variables);
    }
  }
  return variables;
}

std::vector<std::string> RenderedChart::CommandOf(const Json& workload, const std::string& host,
                                                  const std::map<std::string, std::string>& mounts) const {
  const Json& container = PodOf(workload).at("containers").at(0);
  std::vector<std::string> command = {host};
  for (std::string argument : container.at("args")) {
    for (const auto& [name, value] : VariablesOf(container))
      argument = Replaced(argument, "$(" + name + ")", value);
    for (const Json& mount : container.value("volumeMounts", Json::array())) {
      const auto at = mounts.find(mount.at("name"));
      if (at != mounts.end())
        argument = Replaced(argument, mount.at("mountPath").get<std::string>(), at->second);
    }
    command.push_back(argument.starts_with("--http=") ? "--http=127.0.0.1:0" : argument);
  }
  return command;
}

std::vector<std::pair<std::string, std::string>> RenderedChart::EnvironmentOf(const Json& workload,
                                                                              const Secrets& secrets) const {
  const Json& container = PodOf(workload).at("containers").at(0);
  const auto variables = VariablesOf(container);
  std::vector<std::pair<std::string, std::string>> all(variables.begin(), variables.end());
  for (const Json& variable : container.value("env", Json::array())) {
    const std::string name = variable.at("name");
    if (!variable.contains("valueFrom")) {
      all.emplace_back(name, variable.at("value"));
      continue;
    }
    const Json& from = variable.at("valueFrom").at("secretKeyRef");
    const auto secret = secrets.find(from.at("name"));
    const std::string key = from.at("key");
    if (secret != secrets.end() && secret->second.contains(key))
      all.emplace_back(name, secret->second.at(key));
    else
      EXPECT_TRUE(from.value("optional", false)) << "no pod starts without " << name;
  }
  return all;
}

std::map<std::string, std::string> RenderedChart::AuthenticationOf(const Json& trigger,
                                                                   const Secrets& secrets) const {
  std::map<std::string, std::string> parameters;
  for (const Json& authentication : OfKind("TriggerAuthentication")) {
    if (authentication.at("metadata").at("name") != trigger.at("authenticationRef").at("name")) continue;
    for (const Json& target : authentication.at("spec").at("secretTargetRef"))
      parameters[target.at("parameter")] =
          secrets.at(target.at("name").get<std::string>()).at(target.at("key").get<std::string>());
  }
  return parameters;
}

}  // namespace meshc::test
