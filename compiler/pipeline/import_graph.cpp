#include "compiler/pipeline/import_graph.h"

#include <llvm/Support/Casting.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

namespace meshc::pipeline {
namespace {

std::string Normalize(const std::filesystem::path& path) { return path.lexically_normal().generic_string(); }

/// The file that an import means: beside the importing one, or in an import folder.
std::optional<std::string> Resolve(const std::string& from, const std::string& target,
                                   const source::FileSystem& files, const loading::ImportOptions& options) {
  const std::string beside = Normalize(std::filesystem::path(from).parent_path() / target);
  if (files.Exists(beside)) return beside;
  for (const std::string& directory : options.directories) {
    std::string path = Normalize(std::filesystem::path(directory) / target);
    if (files.Exists(path)) return path;
  }
  return std::nullopt;
}

using Names = std::set<std::string>;
using Edges = std::map<std::string, std::vector<std::string>>;

/// Everything that can be reached from `start`, itself included.
Names Reached(const Edges& edges, const std::string& start) {
  Names reached{start};
  std::vector<std::string> open{start};
  while (!open.empty()) {
    const std::string name = std::move(open.back());
    open.pop_back();
    const auto found = edges.find(name);
    if (found == edges.end()) continue;
    for (const std::string& next : found->second) {
      if (reached.insert(next).second) open.push_back(next);
    }
  }
  return reached;
}

}  // namespace

FileHead ReadHead(const std::string& name, std::string text, const source::FileSystem& files,
                  const loading::ImportOptions& options) {
  if (source::FindInvalidUtf8(text)) return {};
  source::SourceManager sources;
  diagnostics::Diagnostics unheard;
  return HeadOf(name, syntax::ParseFile(sources, sources.Add(name, std::move(text)), unheard), files,
                options);
}

FileHead HeadOf(const std::string& name, const syntax::File& file, const source::FileSystem& files,
                const loading::ImportOptions& options) {
  FileHead head;
  head.has_mesh = file.mesh_range.has_value();
  for (const syntax::Declaration* declaration : file.declarations) {
    head.has_scenarios |= declaration->kind == syntax::DeclarationKind::kScenario;
    const auto* import = llvm::dyn_cast<syntax::ImportDeclaration>(declaration);
    if (import == nullptr || !import->is_path || import->target.empty()) continue;
    if (auto path = Resolve(name, import->target.str(), files, options))
      head.imports.push_back(std::move(*path));
  }
  return head;
}

std::map<std::string, std::vector<std::string>> ImportGraph::Importers() const {
  Edges importers;
  for (const auto& [from, head] : heads_) {
    for (const std::string& to : head.imports) importers[to].push_back(from);
  }
  return importers;
}

bool ImportGraph::IsMesh(const std::string& name) const {
  const auto found = heads_.find(name);
  return found != heads_.end() && found->second.has_mesh;
}

std::vector<std::string> ImportGraph::RootsOf(const std::string& name) const {
  const Edges importers = Importers();
  std::vector<std::string> roots;
  for (const std::string& above : Reached(importers, name)) {
    if (!IsMesh(above)) continue;
    const Names over = Reached(importers, above);
    const bool outermost =
        std::ranges::none_of(over, [&](const auto& file) { return file != above && IsMesh(file); });
    if (outermost) roots.push_back(above);
  }
  if (roots.empty()) roots.push_back(name);
  return roots;
}

std::vector<std::string> ImportGraph::JudgesOf(const std::string& name) const {
  std::vector<std::string> judges = RootsOf(name);
  for (const std::string& above : Reached(Importers(), name)) {
    const auto found = heads_.find(above);
    if (found != heads_.end() && found->second.has_scenarios) judges.push_back(above);
  }
  std::ranges::sort(judges);
  judges.erase(std::unique(judges.begin(), judges.end()), judges.end());
  return judges;
}

}  // namespace meshc::pipeline
