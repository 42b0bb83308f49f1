#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <ostream>
#include <set>
#include <utility>

#include "compiler/diagnostics/diagnostics_0_driver.h"
#include "compiler/driver/commands/commands.h"
#include "compiler/driver/commands/flow_files.h"
#include "compiler/driver/findings/findings.h"
#include "compiler/driver/world/deliver.h"
#include "compiler/driver/world/exit_code.h"
#include "compiler/format/format.h"
#include "compiler/pipeline/load_root.h"
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

/// The place where formatting changes something first.
void ReportUnformatted(Formatted& formatted, source::FileId root) {
  Compilation& c = *formatted.compilation;
  const std::string_view before = c.sources.Text(root);
  const std::size_t shorter = std::min(before.size(), formatted.text->size());
  const auto differs = std::mismatch(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(shorter),
                                     formatted.text->begin());
  const auto at = static_cast<std::uint32_t>(differs.first - before.begin());
  c.diagnostics.Report(diagnostics::diag::NotFormatted, {root, at, at})
      .AddHelp("`meshc fmt` writes it as it should be");
}

Formatted FormatFile(const std::string& path, bool check, World& world) {
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
    if (check && formatted.changed) ReportUnformatted(formatted, *root);
  }
  c.diagnostics.Sort();
  return formatted;
}

/// What --check prints for people: the files that would change, one a line.
void ListChanged(const std::vector<Formatted>& files, World& world) {
  for (const Formatted& file : files) {
    if (file.changed) world.out << file.compilation->path << "\n";
  }
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
  return Rewrite(std::move(changes), world);
}

/// Without --check, what came from standard input goes to standard output.
bool PrintsText(const FmtOptions& options) {
  const auto& files = options.common.files;
  return !options.check && std::find(files.begin(), files.end(), kStandardInput) != files.end();
}

}  // namespace

int RunCommand(const FmtOptions& given, World& world) {
  FmtOptions options = given;
  auto paths = FindFlowFiles(given.common.files, world);
  if (!paths) return kUsage;
  options.common.files = std::move(*paths);
  std::vector<Formatted> files;
  std::vector<const Compilation*> all;
  for (const std::string& path : options.common.files) {
    files.push_back(FormatFile(path, options.check, world));
    all.push_back(files.back().compilation.get());
  }
  const auto stdout_use = PrintsText(options) ? StdoutUse::kData : StdoutUse::kFree;
  const int found = Report(options.common, all, stdout_use, world);
  if (!options.check) return std::max(found, WriteChanged(options, files, world));
  if (options.common.format == FindingFormat::kText) ListChanged(files, world);
  return found;
}

}  // namespace meshc::driver
