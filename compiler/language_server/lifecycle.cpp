// How a session begins: what the editor can do, what meshc can, and what the user wishes.
#include <algorithm>
#include <array>
#include <filesystem>

#include "compiler/language_server/capabilities.h"
#include "compiler/language_server/errors.h"
#include "compiler/language_server/params.h"
#include "compiler/language_server/session.h"
#include "compiler/language_server/uris.h"

namespace meshc::language_server {
namespace {

void AddFolder(const Json& uri, std::vector<std::string>& folders) {
  if (!uri.is_string()) return;
  if (const auto path = PathOfUri(uri.get<std::string>()))
    folders.push_back(std::filesystem::path(*path + "/").lexically_normal().parent_path().generic_string());
}

/// Absolute paths of a list of the protocol's folders.
std::vector<std::string> ReadFolders(const Json& list) {
  std::vector<std::string> folders;
  if (!list.is_array()) return folders;
  for (const Json& folder : list) AddFolder(folder.value("uri", Json()), folders);
  return folders;
}

/// The first one is the base of names.
std::vector<std::string> FoldersOf(const Json& params) {
  std::vector<std::string> folders = ReadFolders(params.value("workspaceFolders", Json()));
  if (folders.empty()) AddFolder(params.value("rootUri", Json()), folders);
  const Json path = params.value("rootPath", Json());  // Of clients that are older than URIs.
  if (folders.empty() && path.is_string()) AddFolder(UriOfPath(path.get<std::string>()), folders);
  return folders;
}

bool OffersUtf8(const Json& capabilities) {
  const Json::json_pointer at("/general/positionEncodings");
  if (!capabilities.contains(at) || !capabilities.at(at).is_array()) return false;
  const Json& offered = capabilities.at(at);
  return std::find(offered.begin(), offered.end(), "utf-8") != offered.end();
}

void ReadSwitch(const Json& settings, const char* pointer, bool& target) {
  const Json::json_pointer at(pointer);
  if (settings.contains(at) && settings.at(at).is_boolean()) target = settings.at(at).get<bool>();
}

Switches ReadSwitches(const Json& settings) {
  Switches switches;
  switches.delay_ms = std::clamp<std::int64_t>(IntegerOr(settings, "delay", 0), 0, 60'000);
  ReadSwitch(settings, "/hints/params", switches.hint_params);
  ReadSwitch(settings, "/hints/results", switches.hint_results);
  ReadSwitch(settings, "/hints/presence", switches.hint_presence);
  ReadSwitch(settings, "/hints/hops", switches.hint_hops);
  ReadSwitch(settings, "/hints/types", switches.hint_types);
  ReadSwitch(settings, "/lenses/scenarios", switches.lens_scenarios);
  ReadSwitch(settings, "/lenses/callers", switches.lens_callers);
  ReadSwitch(settings, "/lenses/graph", switches.lens_graph);
  ReadSwitch(settings, "/lenses/times", switches.lens_times);
  return switches;
}

/// Returns what is wrong with words of `warnings`.
std::vector<std::string> AddCheckSettings(const Json& settings, CheckSettings& check) {
  std::vector<std::string> problems;
  if (settings.contains("importPaths") && settings["importPaths"].is_array()) {
    for (const Json& path : settings["importPaths"])
      if (path.is_string()) check.imports.directories.push_back(path.get<std::string>());
  }
  if (settings.contains("warnings") && settings["warnings"].is_array()) {
    for (const Json& word : settings["warnings"]) {
      const auto problem = word.is_string() ? check.warnings.Apply(word.get<std::string>()) : std::nullopt;
      if (problem) problems.push_back(*problem);
    }
  }
  return problems;
}

/// Settings stand below `meshc` or by themselves; null: these are of others, or none.
const Json* Ours(const Json& settings) {
  if (!settings.is_object()) return nullptr;
  const auto below = settings.find("meshc");
  if (below != settings.end()) return below->is_object() ? &*below : nullptr;
  const auto knows = [&](const char* name) { return settings.contains(name); };
  return std::ranges::any_of(std::array{"importPaths", "warnings", "delay", "hints", "lenses"}, knows)
             ? &settings
             : nullptr;
}

}  // namespace

Json Session::Initialize(const Json& params) {
  capabilities_ = params.value("capabilities", Json::object());
  encoding_ = OffersUtf8(capabilities_) ? Encoding::kUtf8 : Encoding::kUtf16;
  std::vector<std::string> folders = FoldersOf(params);
  const Json options = params.value("initializationOptions", Json::object());
  if (const Json* ours = Ours(options)) settings_ = *ours;
  const std::string base = folders.empty() ? defaults_.folder : folders.front();
  workspace_ = std::make_unique<Workspace>(disk_, base, std::move(folders), HeedSettings());
  // An editor that takes pushed findings would show pulled ones beside them.
  pushes_ = capabilities_.contains(Json::json_pointer("/textDocument/publishDiagnostics")) ||
            !capabilities_.contains(Json::json_pointer("/textDocument/diagnostic"));
  refresh_ = Refresh(capabilities_, !pushes_);
  initialized_ = true;
  return {{"capabilities", Capabilities(encoding_, !pushes_)},
          {"serverInfo", {{"name", "meshc"}, {"version", defaults_.version}}}};
}

bool Session::WatchesFiles() const {
  return has_capability("/workspace/didChangeWatchedFiles/dynamicRegistration");
}

/// The editor watches the disk.
void Session::Initialized() {
  if (!WatchesFiles()) return;
  Ask("client/registerCapability",
      {{"registrations",
        {{{"id", "flow-files"},
          {"method", "workspace/didChangeWatchedFiles"},
          {"registerOptions",
           {{"watchers", {{{"globPattern", "**/*.flow"}}, {{"globPattern", "**/*.json"}}}}}}}}}});
}

void Session::ChangeFolders(const Json& params) {
  const Json& event = Member(params, "event");
  workspace_->ChangeFolders(ReadFolders(event.value("added", Json())),
                            ReadFolders(event.value("removed", Json())));
  TextsMayHaveChanged();
}

CheckSettings Session::HeedSettings() {
  switches_ = ReadSwitches(settings_);
  CheckSettings check = defaults_.check;
  for (const std::string& problem : AddCheckSettings(settings_, check))
    Notify("window/logMessage", {{"type", 2}, {"message", "warnings: " + problem}});
  return check;
}

/// What is not told stays as it was: editors may send what they know of one setting, or of no server.
void Session::Configure(const Json& settings) {
  const Json* ours = Ours(settings);
  if (ours == nullptr) return;
  settings_.merge_patch(*ours);
  workspace_->Reconfigure(HeedSettings());
  TextsMayHaveChanged();
}

}  // namespace meshc::language_server
