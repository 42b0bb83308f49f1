#include "compiler/loading/load_files.h"

#include <filesystem>
#include <map>

#include "compiler/diagnostics/check_text.h"
#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_5_lints.h"
#include "compiler/loading/file_parser.h"
#include "compiler/loading/library.h"
#include "compiler/source/cycles.h"

namespace meshc::loading {
namespace {

namespace diag = diagnostics::diag;
using diagnostics::Lexeme;
using diagnostics::Reason;
using source::Edge;
using source::FileId;
using syntax::ImportDeclaration;

/// One spelling per file, without looking at the disk: `a/../b.flow` is `b.flow`.
std::string Normalize(const std::filesystem::path& path) { return path.lexically_normal().generic_string(); }

/// Loads breadth first, each file once.
class Loader {
 public:
  Loader(FileParser& parser, source::SourceManager& sources, const source::FileSystem& file_system,
         const ImportOptions& options, diagnostics::Diagnostics& diagnostics)
      : parser_(parser),
        sources_(sources),
        file_system_(file_system),
        options_(options),
        diagnostics_(diagnostics) {}

  std::vector<syntax::File> Load(FileId root) {
    loaded_.emplace(Normalize(std::string(sources_.Name(root))), root);
    Parse(root);
    // Parsed files are appended while this runs.
    for (std::size_t i = 0; i < files_.size(); ++i) LoadImports(i);
    ReportCycles();
    return std::move(files_);
  }

 private:
  void Parse(FileId id) { files_.push_back(parser_.Parse(sources_, id, diagnostics_)); }

  void LoadImports(std::size_t index) {
    std::map<FileId, const ImportDeclaration*> seen;
    const auto declarations = files_[index].declarations;
    for (const syntax::Declaration* declaration : declarations) {
      if (declaration->kind != syntax::DeclarationKind::kImport) continue;
      const auto& import = static_cast<const ImportDeclaration&>(*declaration);
      const FileId file = import.target.empty() ? FileId{} : LoadImport(files_[index].id, import);
      files_[index].imports.push_back(file);
      if (!file.has_value()) continue;
      edges_.push_back({files_[index].id.index, file.index, import.target_range});
      const auto [first, fresh] = seen.emplace(file, &import);
      if (!fresh) ReportDuplicate(import, *first->second);
    }
  }

  void ReportDuplicate(const ImportDeclaration& import, const ImportDeclaration& first) {
    diagnostics_.Report(diag::DuplicateImport, import.target_range, Lexeme{import.target.str()})
        .AddLabel(first.target_range, "imported here first")
        .AddFix("remove this import", {{import.range, ""}}, diagnostics::Applicability::kMachine);
  }

  FileId LoadImport(FileId from, const ImportDeclaration& import) {
    return import.is_path ? LoadPath(from, import) : LoadLibrary(import);
  }

  FileId LoadLibrary(const ImportDeclaration& import) {
    llvm::StringRef name = import.target;
    const std::string_view text =
        name.consume_front("std.") ? FindLibrary({name.data(), name.size()}) : std::string_view();
    if (text.empty()) {
      diagnostics_.Report(diag::LibraryNotFound, import.target_range, Lexeme{import.target.str()})
          .AddNote(DescribeLibrary())
          .AddHelp("a file of yours is imported by its path: `import \"name.flow\";`");
      return {};
    }
    return Add("std/" + name.str() + ".flow", "std:" + name.str(), std::string(text));
  }

  /// Adds and parses a file, unless `key` says that it was loaded before.
  FileId Add(std::string name, const std::string& key, std::string text) {
    if (const auto found = loaded_.find(key); found != loaded_.end()) return found->second;
    const FileId id = sources_.Add(std::move(name), std::move(text));
    const bool usable = diagnostics::CheckText(sources_, id, diagnostics_);
    loaded_.emplace(key, usable ? id : FileId{});
    if (!usable) return {};
    Parse(id);
    return id;
  }

  FileId LoadPath(FileId from, const ImportDeclaration& import) {
    const std::filesystem::path target(import.target.str());
    std::vector<std::string> tried{
        Normalize(std::filesystem::path(std::string(sources_.Name(from))).parent_path() / target)};
    for (const std::string& directory : options_.directories) tried.push_back(Normalize(directory / target));
    for (const std::string& path : tried) {
      if (const auto found = loaded_.find(path); found != loaded_.end()) return found->second;
      auto text = file_system_.Read(path);
      if (auto* read = std::get_if<std::string>(&text)) return Add(path, path, std::move(*read));
      const auto error = std::get<source::ReadError>(text);
      if (error == source::ReadError::kNotFound) continue;
      diagnostics_.Report(diag::ImportUnreadable, import.target_range, Lexeme{path},
                          Reason{std::string(source::Describe(error))});
      return {};
    }
    auto report = diagnostics_.Report(diag::ImportNotFound, import.target_range, Lexeme{import.target.str()});
    report.AddNote("looked for " + diagnostics::JoinNames(tried).text);
    report.AddHelp("paths are relative to the importing file; `-I DIR` adds a folder to look in");
    return {};
  }

  void ReportCycles() {
    for (const std::vector<Edge>& cycle : source::FindCycles(sources_.FileCount(), edges_)) {
      std::string shown(sources_.Name({cycle.front().from}));
      for (const Edge& edge : cycle) shown += " -> " + std::string(sources_.Name({edge.to}));
      auto report = diagnostics_.Report(diag::ImportCycle, cycle.front().range, Lexeme{shown});
      for (std::size_t i = 1; i < cycle.size(); ++i) report.AddLabel(cycle[i].range, "which imports this");
      report.AddHelp("move what both need into a third file");
    }
  }

  FileParser& parser_;
  source::SourceManager& sources_;
  const source::FileSystem& file_system_;
  const ImportOptions& options_;
  diagnostics::Diagnostics& diagnostics_;
  std::vector<syntax::File> files_;
  std::map<std::string, FileId> loaded_;  ///< By normalised path, or `std:` and a name.
  std::vector<Edge> edges_;
};

/// Parses each file when it is asked for.
class FreshParser final : public FileParser {
 public:
  syntax::File Parse(const source::SourceManager& sources, FileId id,
                     diagnostics::Diagnostics& diagnostics) override {
    return syntax::ParseFile(sources, id, diagnostics);
  }
};

}  // namespace

std::vector<syntax::File> LoadFiles(source::SourceManager& sources, source::FileId root,
                                    const source::FileSystem& file_system, const ImportOptions& options,
                                    diagnostics::Diagnostics& diagnostics) {
  FreshParser parser;
  return LoadFilesBy(parser, sources, root, file_system, options, diagnostics);
}

std::vector<syntax::File> LoadFilesBy(FileParser& parser, source::SourceManager& sources, source::FileId root,
                                      const source::FileSystem& file_system, const ImportOptions& options,
                                      diagnostics::Diagnostics& diagnostics) {
  return Loader(parser, sources, file_system, options, diagnostics).Load(root);
}

}  // namespace meshc::loading
