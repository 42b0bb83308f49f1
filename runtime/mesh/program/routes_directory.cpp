#include "mesh/program/routes_directory.h"

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "mesh/archive/gzip.h"
#include "mesh/program/routes_library.h"

namespace mesh::program {

namespace {

namespace fs = std::filesystem;

/// And more than that is none.
constexpr std::size_t kLongestDigest = 256;
constexpr std::size_t kLongestTable = std::size_t{256} << 20U;

bool IsLibrary(std::string_view name) { return name.starts_with("lib") && name.ends_with("_routes.so"); }

bool IsText(std::string_view name) {
  return name.ends_with("_routes.json") || name.ends_with("_routes.json.gz");
}

}  // namespace

RoutesDirectory::Changes RoutesDirectory::Look() {
  Changes changes;
  standing_.clear();
  // Before the tables: whoever switches has put his table there first.
  changes.current = ReadCurrent(changes);
  for (const auto& [name, stamp] : Find(changes)) {
    const auto [seen, is_new] = seen_.try_emplace(name, stamp);
    if (is_new || seen->second != stamp) Load(name, changes);
    seen->second = stamp;
  }
  told_ = standing_;
  return changes;
}

std::map<std::string, RoutesDirectory::Stamp> RoutesDirectory::Find(Changes& changes) {
  std::map<std::string, Stamp> found;
  std::error_code problem;
  for (fs::directory_iterator at(folder_, problem), end; !problem && at != end; at.increment(problem)) {
    const std::string name = at->path().filename().string();
    if (!IsLibrary(name) && !IsText(name)) continue;
    std::error_code gone;
    const Stamp stamp{at->last_write_time(gone), at->file_size(gone)};
    if (!gone)
      found.emplace(name, stamp);
    else if (std::error_code none; at->is_symlink(none))
      Complain(fmt::format("cannot read `{}`: {}", at->path().string(), gone.message()), changes);
  }
  if (problem) Complain(fmt::format("cannot read `{}`: {}", folder_.string(), problem.message()), changes);
  return found;
}

void RoutesDirectory::Load(const std::string& file, Changes& changes) {
  IsText(file) ? LoadText(file, changes) : LoadLibrary(file, changes);
}

void RoutesDirectory::LoadLibrary(const std::string& file, Changes& changes) {
  const std::string path = (folder_ / file).string();
  // The system knows a library by its name: it would give the old one again.
  if (taken_.contains(file)) {
    changes.problems.push_back(
        fmt::format("`{}` was replaced: its former table holds until this host is restarted", path));
    return;
  }
  const LoadedVersion loaded = LoadRoutes(path);
  if (const auto* wrong = std::get_if<LoadProblem>(&loaded))
    return changes.problems.push_back(wrong->message);
  taken_.insert(file);
  Take(file, std::get<contract::Version>(loaded), changes);
}

void RoutesDirectory::LoadText(const std::string& file, Changes& changes) {
  const std::string path = (folder_ / file).string();
  const auto text = archive::ReadText(path, kLongestTable);
  if (const auto* problem = std::get_if<archive::ReadProblem>(&text))
    return Complain(problem->message, changes);
  auto read = compatibility::ReadVersion(std::get<std::string>(text));
  if (const auto* wrong = std::get_if<std::string>(&read))
    return Complain(fmt::format("`{}` is no route table: {}", path, *wrong), changes);
  auto& data = std::get<compatibility::VersionData>(read);
  if (data.table.mesh != mesh_) return Complain(OfAnotherMesh(data.table.View()), changes);
  // Where files are links to a folder that is exchanged, all of them change whenever one does.
  if (digests_.contains(data.table.digest)) return;
  Kept& kept = kept_.emplace_back(Kept{std::move(data), {}});
  kept.table = kept.data.table.View();
  Take(file, {&kept.table, kept.data.promises.View()}, changes);
}

std::string RoutesDirectory::OfAnotherMesh(const contract::RouteTable& table) const {
  return fmt::format("table {} is of the mesh `{}`, this host is of `{}`", table.digest, table.mesh, mesh_);
}

void RoutesDirectory::Take(const std::string& file, const contract::Version& version, Changes& changes) {
  if (version.table->mesh != mesh_) return changes.problems.push_back(OfAnotherMesh(*version.table));
  if (!digests_.insert(std::string(version.table->digest)).second) return;
  changes.added.push_back({file, settled_ == nullptr ? version : settled_->Apply(version)});
}

void RoutesDirectory::Complain(std::string problem, Changes& changes) {
  standing_.insert(problem);
  if (!told_.contains(problem)) changes.problems.push_back(std::move(problem));
}

std::string RoutesDirectory::ReadCurrent(Changes& changes) {
  const fs::path path = folder_ / "current";
  std::error_code none;
  if (!fs::exists(path, none)) return {};
  std::string text(kLongestDigest, '\0');
  // A folder opens like a file, and is none.
  std::ifstream file(fs::is_regular_file(path, none) ? path : fs::path(), std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  while (!text.empty() && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos)
    text.pop_back();
  if (!text.empty()) return text;
  Complain(fmt::format("`{}` names no table", path.string()), changes);
  return {};
}

}  // namespace mesh::program
