#include "mesh/host/routes_directory.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include "mesh/host/routes_library.h"

namespace mesh::host {

namespace {

namespace fs = std::filesystem;

bool IsRoutesLibrary(std::string_view name) {
  return name.starts_with("lib") && name.ends_with("_routes.so");
}

}  // namespace

RoutesDirectory::Changes RoutesDirectory::Look() {
  Changes changes;
  std::error_code problem;
  std::map<std::string, Stamp> found;
  for (fs::directory_iterator at(folder_, problem), end; !problem && at != end; at.increment(problem)) {
    const std::string name = at->path().filename().string();
    std::error_code gone;
    const Stamp stamp{at->last_write_time(gone), at->file_size(gone)};
    if (!gone && IsRoutesLibrary(name)) found.emplace(name, stamp);
  }
  if (problem) Complain(fmt::format("cannot read `{}`: {}", folder_.string(), problem.message()), changes);
  for (const auto& [name, stamp] : found) {
    const auto [seen, is_new] = seen_.try_emplace(name, stamp);
    if (is_new || seen->second != stamp) Load(name, changes);
    seen->second = stamp;
  }
  changes.current = ReadCurrent(changes);
  return changes;
}

void RoutesDirectory::Load(const std::string& file, Changes& changes) {
  const LoadedVersion loaded = LoadRoutes((folder_ / file).string());
  if (const auto* wrong = std::get_if<LoadProblem>(&loaded)) return Complain(wrong->message, changes);
  const auto& version = std::get<contract::Version>(loaded);
  if (version.table->mesh != mesh_) {
    return Complain(fmt::format("table {} is of the mesh `{}`, this host is of `{}`", version.table->digest,
                                version.table->mesh, mesh_),
                    changes);
  }
  if (digests_.insert(std::string(version.table->digest)).second) changes.added.push_back({file, version});
}

void RoutesDirectory::Complain(std::string problem, Changes& changes) {
  if (told_.insert(problem).second) changes.problems.push_back(std::move(problem));
}

std::string RoutesDirectory::ReadCurrent(Changes& changes) {
  const fs::path path = folder_ / "current";
  std::error_code none;
  if (!fs::exists(path, none)) return {};
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  while (!text.empty() && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos)
    text.pop_back();
  if (file.is_open() && !text.empty()) return text;
  Complain(fmt::format("`{}` names no table", path.string()), changes);
  return {};
}

}  // namespace mesh::host
