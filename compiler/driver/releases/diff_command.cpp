#include <fmt/format.h>

#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <variant>

#include "codegen/route_table/route_table.h"
#include "compiler/driver/findings/findings.h"
#include "compiler/driver/releases/diff_picture.h"
#include "compiler/driver/releases/failed_comparison.h"
#include "compiler/driver/releases/version_commands.h"
#include "compiler/driver/releases/version_loader.h"
#include "compiler/driver/world/exit_code.h"
#include "compiler/pipeline/import_graph.h"
#include "compiler/source/overlay_files.h"
#include "compiler/versions/diff.h"

namespace meshc::driver {
namespace {

std::optional<std::int64_t> ValueOf(budget::Amount amount) {
  return amount.is_bounded() ? std::optional(amount.value()) : std::nullopt;
}

versions::BoundsByFlow BoundsOf(const Compilation& c) {
  versions::BoundsByFlow bounds;
  for (const budget::FlowBudget& flow : *c.budgets) {
    bounds[c.mesh->flows[flow.flow].name] = {ValueOf(flow.longest.time), ValueOf(flow.hops),
                                             ValueOf(flow.money)};
  }
  return bounds;
}

int Print(const DiffOptions& options, const LoadedVersion& before, const Compilation& current, World& world) {
  const auto old_table = before.table.View();
  const auto new_table = current.table->View();
  const auto promises = codegen::BuildPromises(*current.mesh, *current.table);
  const mesh::contract::Version former(&old_table, before.promises.View());
  const mesh::contract::Version present(&new_table, promises.View());
  if (options.format == VersionFormat::kDot || options.format == VersionFormat::kSvg ||
      options.format == VersionFormat::kHtml) {
    auto drawn = DrawDiff(former, present, options.format);
    if (const auto* problem = std::get_if<PictureProblem>(&drawn)) {
      world.err << "meshc: the difference could not be drawn: " << problem->reason << "\n";
      return kUsage;
    }
    world.out << std::get<std::string>(drawn);
    return kClean;
  }
  versions::TopologyDiff diff = versions::Diff(former, present);
  diff.against = before.name;
  if (before.source) versions::CompareBounds(BoundsOf(*before.source), BoundsOf(current), diff);
  world.out << (options.format == VersionFormat::kJson       ? PrintDiffJson(diff)
                : options.format == VersionFormat::kMarkdown ? PrintDiffMarkdown(diff)
                                                             : PrintDiffText(diff));
  return kClean;
}

/// The version that `text`, a file that git made, is of `path`: imports are looked for where the path is.
std::unique_ptr<Compilation> CompileAs(const DiffOptions& options, const std::string& path,
                                       const std::string& text, const World& world) {
  source::OverlayFiles files(world.files);
  auto read = world.files.Read(text);
  if (auto* content = std::get_if<std::string>(&read)) files.Put(path, std::move(*content));
  return Compile({path, options.common.imports, Stage::kTable}, files);
}

/// True for a file that is no mesh by itself: it declares what roots import.
bool IsPart(const DiffOptions& options, const std::string& path, const std::string& text,
            const World& world) {
  auto read = world.files.Read(text);
  auto* content = std::get_if<std::string>(&read);
  return content != nullptr &&
         !pipeline::ReadHead(path, std::move(*content), world.files, options.common.imports).has_mesh;
}

/// git gives: path, old file, old object, old mode, new file, new object, new mode; of a renamed file its new
/// path and what git says of it, too; of one that is unmerged the path alone. A file that is not there is
/// /dev/null, and has no topology.
void ShowForGit(const DiffOptions& options, World& world) {
  const auto& words = options.common.files;
  world.out << "meshc diff " << words[0] << "\n";
  if (words.size() == 1) return void(world.out << "* unmerged\n");
  if (words[1] == "/dev/null" || words[4] == "/dev/null")
    return void(world.out << (words[1] == "/dev/null" ? "+ file\n" : "- file\n"));
  const std::string& path = words.size() > 7 ? words[7] : words[0];
  if (IsPart(options, words[0], words[1], world) || IsPart(options, path, words[4], world))
    return void(world.out << "* a part, which has no `mesh` line: `meshc diff ROOT --against git:REV` shows "
                             "the change in a mesh that imports it, `meshc roots "
                          << path << "` names those\n");
  auto before = CompileAs(options, words[0], words[1], world);
  auto current = CompileAs(options, path, words[4], world);
  for (Compilation* each : {before.get(), current.get()}) {
    if (each->table) continue;
    Settle(options.common, *each);
    Report(options.common, {each}, StdoutUse::kData, world);
    return;
  }
  Print(options, *TakeVersion(words[0], std::move(before)), *current, world);
}

/// Before the first version of a mesh there was nothing in it.
std::unique_ptr<LoadedVersion> NothingYet(const std::string& name, const Compilation& current) {
  auto nothing = std::make_unique<LoadedVersion>();
  nothing->name = name;
  nothing->table.mesh = current.table->mesh;
  return nothing;
}

}  // namespace

int RunCommand(const DiffOptions& options, World& world) {
  if (options.git_driver) {
    ShowForGit(options, world);
    return kClean;  // Anything else would end git's own listing.
  }
  const std::string& file = options.common.files.front();
  auto current = Compile({file, options.common.imports, Stage::kTable}, world.files);
  const std::string against = options.against.empty() ? LockBeside(file) : options.against;
  if (current->table) {
    current->diagnostics = {};
    LoadedVersions loaded = LoadVersions(options.common, {against}, *current, world);
    if (loaded.usage) return kUsage;
    if (!current->diagnostics.HasErrors()) {
      if (loaded.versions.empty()) loaded.versions.push_back(NothingYet(against, *current));
      if (loaded.versions.size() > 1 && options.format == VersionFormat::kText)
        world.out << fmt::format("against {}, the newest of {} versions in {}\n",
                                 loaded.versions.back()->name, loaded.versions.size(), against);
      return Print(options, *loaded.versions.back(), *current, world);
    }
  }
  Settle(options.common, *current);
  if (options.format == VersionFormat::kJson && !current->unreadable)
    world.out << PrintFailedDiff(*current, against);
  return Report(options.common, {current.get()}, StdoutUse::kData, world);
}

}  // namespace meshc::driver
