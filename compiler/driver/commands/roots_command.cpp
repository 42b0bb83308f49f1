#include <filesystem>
#include <map>
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

namespace fs = std::filesystem;
using Names = std::set<std::string>;

/// One name for each file, however it is spelled: its path from the current folder.
class Spelling {
 public:
  explicit Spelling(const std::vector<std::string>& given) {
    std::error_code ignored;
    here_ = fs::current_path(ignored);
    for (const std::string& path : given) {
      spelled_.emplace(NameOf(path), fs::path(path).lexically_normal().generic_string());
      outside_is_absolute_ = outside_is_absolute_ || fs::path(path).is_absolute();
    }
  }

  std::string NameOf(const fs::path& path) const {
    if (here_.empty()) return path.lexically_normal().generic_string();
    // The current folder is told without links; a whole path may go through some.
    std::error_code ignored;
    const fs::path whole = path.is_absolute() ? fs::weakly_canonical(path, ignored) : here_ / path;
    return whole.lexically_normal().lexically_relative(here_).generic_string();
  }

  /// As the user has spelled it, or would.
  std::string Print(const std::string& name) const {
    const auto found = spelled_.find(name);
    if (found != spelled_.end()) return found->second;
    const bool outside = name.starts_with("..");
    return outside && outside_is_absolute_ ? (here_ / name).lexically_normal().generic_string() : name;
  }

 private:
  fs::path here_;
  std::map<std::string, std::string> spelled_;  ///< By name.
  bool outside_is_absolute_ = false;
};

/// Where roots are looked for: the current folder and those of the files, with all below.
Names Candidates(const std::vector<std::string>& files, const Spelling& spelling, const World& world) {
  Names folders{"."};
  for (const std::string& file : files) {
    const std::string folder = fs::path(spelling.NameOf(file)).parent_path().generic_string();
    if (!folder.empty()) folders.insert(folder);
  }
  Names names;
  for (const std::string& folder : folders) {
    for (const std::string& path :
         world.files.FilesBelow(folder, ".flow").value_or(std::vector<std::string>()))
      names.insert(spelling.NameOf(path));
  }
  for (const std::string& file : files) names.insert(spelling.NameOf(file));
  return names;
}

/// Who imports whom, by names.
pipeline::ImportGraph ReadGraph(const std::vector<std::string>& files, loading::ImportOptions imports,
                                const Spelling& spelling, const World& world) {
  for (auto& directory : imports.directories) directory = spelling.NameOf(directory);
  pipeline::ImportGraph graph;
  for (const std::string& name : Candidates(files, spelling, world)) {
    auto read = world.files.Read(name);
    auto* text = std::get_if<std::string>(&read);
    if (text == nullptr) continue;
    pipeline::FileHead head = pipeline::ReadHead(name, std::move(*text), world.files, imports);
    for (std::string& import : head.imports) import = spelling.NameOf(import);
    graph.Put(name, std::move(head));
  }
  return graph;
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
  const Spelling spelling(*files);
  const pipeline::ImportGraph graph = ReadGraph(*files, options.common.imports, spelling, world);
  Names roots;
  for (const std::string& file : sound) {
    for (const std::string& root : graph.RootsOf(spelling.NameOf(file))) roots.insert(spelling.Print(root));
  }
  Print(roots, options.common.format, world.out);
  return found;
}

}  // namespace meshc::driver
