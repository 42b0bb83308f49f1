#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <utility>

#include "compiler/driver/commands/commands.h"
#include "compiler/driver/commands/flow_files.h"
#include "compiler/driver/findings/findings.h"
#include "compiler/driver/world/exit_code.h"
#include "compiler/pipeline/import_graph.h"
#include "compiler/pipeline/load_root.h"

namespace meshc::driver {
namespace {

using Names = std::set<std::string>;

std::string Normal(const std::string& path) {
  return std::filesystem::path(path).lexically_normal().generic_string();
}

/// Where roots are looked for: the current folder and those of the files, with all below.
Names Candidates(const std::vector<std::string>& files, const World& world) {
  Names folders{"."};
  for (const std::string& file : files) {
    const std::string folder = std::filesystem::path(file).parent_path().generic_string();
    if (!folder.empty()) folders.insert(folder);
  }
  Names names;
  for (const std::string& folder : folders) {
    for (const std::string& path :
         world.files.FilesBelow(folder, ".flow").value_or(std::vector<std::string>()))
      names.insert(Normal(path));
  }
  for (const std::string& file : files) names.insert(Normal(file));
  return names;
}

/// One a line, or an array.
void Print(const Names& roots, FindingFormat format, std::ostream& out) {
  if (format == FindingFormat::kJson)
    out << nlohmann::json(roots).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
  else
    for (const std::string& root : roots) out << root << "\n";
}

}  // namespace

int RunCommand(const RootsOptions& options, World& world) {
  const auto files = FindFlowFiles(options.common.files, world);
  if (!files) return kUsage;
  std::vector<std::unique_ptr<Compilation>> loaded;
  std::vector<const Compilation*> all;
  std::vector<std::string> sound;  // What holds no text imports nothing, and nobody can import it.
  for (const std::string& file : *files) {
    auto& c = *loaded.emplace_back(std::make_unique<Compilation>());
    c.path = file;
    if (pipeline::LoadRoot(world.files, c)) sound.push_back(file);
    all.push_back(&c);
  }
  const int found = Report(options.common, all, StdoutUse::kData, world);
  if (found == kUsage) return found;
  pipeline::ImportGraph graph;
  for (const std::string& name : Candidates(*files, world)) {
    auto read = world.files.Read(name);
    if (auto* text = std::get_if<std::string>(&read))
      graph.Put(name, pipeline::ReadHead(name, std::move(*text), world.files, options.common.imports));
  }
  Names roots;
  for (const std::string& file : sound) {
    for (std::string& root : graph.RootsOf(Normal(file))) roots.insert(std::move(root));
  }
  Print(roots, options.common.format, world.out);
  return found;
}

}  // namespace meshc::driver
