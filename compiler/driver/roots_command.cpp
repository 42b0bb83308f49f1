#include <filesystem>
#include <ostream>
#include <set>

#include "compiler/driver/commands.h"
#include "compiler/driver/exit_code.h"
#include "compiler/driver/flow_files.h"
#include "compiler/pipeline/import_graph.h"
#include "compiler/pipeline/read_error.h"

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

}  // namespace

int RunCommand(const RootsOptions& options, World& world) {
  const auto files = FindFlowFiles(options.common.files, world);
  if (!files) return kUsage;
  for (const std::string& file : *files) {
    const auto read = world.files.Read(file);
    if (const auto* error = std::get_if<source::ReadError>(&read)) {
      world.err << "meshc: " << pipeline::DescribeReadError(file, *error) << "\n";
      return kUsage;
    }
  }
  pipeline::ImportGraph graph;
  for (const std::string& name : Candidates(*files, world)) {
    auto read = world.files.Read(name);
    if (auto* text = std::get_if<std::string>(&read))
      graph.Put(name, pipeline::ReadHead(name, std::move(*text), world.files, options.common.imports));
  }
  Names roots;
  for (const std::string& file : *files) {
    for (std::string& root : graph.RootsOf(Normal(file))) roots.insert(std::move(root));
  }
  for (const std::string& root : roots) world.out << root << "\n";
  return kClean;
}

}  // namespace meshc::driver
