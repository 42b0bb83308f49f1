#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <ostream>
#include <set>

#include "compiler/driver/commands.h"
#include "compiler/driver/exit_code.h"
#include "compiler/driver/findings.h"
#include "compiler/driver/load_root.h"
#include "compiler/format/format.h"
#include "compiler/syntax/file.h"

namespace meshc::driver {
namespace {

constexpr const char* kStandardInput = "-";

/// One file before and after.
struct Formatted {
  std::unique_ptr<Compilation> compilation = std::make_unique<Compilation>();
  std::optional<std::string> text;  ///< None: the file has errors.
  bool changed = false;
};

std::optional<source::FileId> Load(const std::string& path, World& world, Compilation& c) {
  c.path = path;
  if (path != kStandardInput) return LoadRoot(world.files, c);
  c.path = "<stdin>";
  return AddRoot({std::istreambuf_iterator<char>(world.in), std::istreambuf_iterator<char>()}, c);
}

Formatted FormatFile(const std::string& path, World& world) {
  Formatted formatted;
  Compilation& c = *formatted.compilation;
  const auto root = Load(path, world, c);
  if (!root) return formatted;
  const syntax::File file = syntax::ParseFile(c.sources, *root, c.diagnostics);
  if (!c.diagnostics.HasErrors()) {
    formatted.text = format::Format(file, c.sources);
    formatted.changed = *formatted.text != c.sources.Text(*root);
    // Warnings are the business of `check`.
    c.diagnostics = {};
  }
  c.diagnostics.Sort();
  return formatted;
}

/// What --check prints: the files that would change, one a line.
int ListChanged(const std::vector<Formatted>& files, World& world) {
  int exit_code = kClean;
  for (const Formatted& file : files) {
    if (!file.changed) continue;
    world.out << file.compilation->path << "\n";
    exit_code = kFindings;
  }
  return exit_code;
}

int WriteChanged(const FmtOptions& options, const std::vector<Formatted>& files, World& world) {
  Changes changes;
  std::set<std::filesystem::path> written;  // A file may be named twice.
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (options.common.files[i] == kStandardInput) {
      world.out << files[i].text.value_or("");
    } else if (files[i].changed &&
               written.insert(std::filesystem::path(options.common.files[i]).lexically_normal()).second) {
      changes.writes.push_back({options.common.files[i], *files[i].text});
    }
  }
  if (changes.empty()) return kClean;
  const auto reason = world.output.Commit(changes);
  if (!reason) return kClean;
  world.err << "meshc: " << *reason << "\n";
  return kUsage;
}

}  // namespace

int RunCommand(const FmtOptions& options, World& world) {
  std::vector<Formatted> files;
  std::vector<const Compilation*> all;
  for (const std::string& path : options.common.files) {
    files.push_back(FormatFile(path, world));
    all.push_back(files.back().compilation.get());
  }
  const int found = Report(options.common, all, world);
  const int done = options.check ? ListChanged(files, world) : WriteChanged(options, files, world);
  return std::max(found, done);
}

}  // namespace meshc::driver
