#include "mesh/host/routes_library.h"

#include <algorithm>
#include <system_error>

#include <dlfcn.h>
#include <fmt/format.h>

namespace mesh::host {

namespace {

template <typename Function>
Function* Symbol(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

LoadedTable TableOf(void* library, const std::string& name) {
  auto* const version = Symbol<decltype(mesh_routes_version)>(library, "mesh_routes_version");
  auto* const table = Symbol<decltype(mesh_routes_table)>(library, "mesh_routes_table");
  if (version == nullptr || table == nullptr)
    return LoadProblem{fmt::format("`{}` is no routes library", name)};
  if (version() != contract::kRouteTableVersion) {
    return LoadProblem{fmt::format("`{}` has layout version {}, this host reads version {}", name, version(),
                                   contract::kRouteTableVersion)};
  }
  return table();
}

bool IsRoutesLibrary(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with("lib") && name.ends_with("_routes.so");
}

}  // namespace

LoadedTable LoadRoutes(const std::string& library) {
  void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return LoadProblem{fmt::format("cannot load `{}`: {}", library, dlerror())};
  return TableOf(handle, library);
}

LoadedTable LoadOwnRoutes(const std::string& library) {
  std::error_code none;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", none).parent_path();
  for (const auto& path : {folder / library, folder / ".." / "lib" / library}) {
    if (!folder.empty() && std::filesystem::exists(path, none)) return LoadRoutes(path.string());
  }
  return LoadRoutes(library);
}

std::vector<LoadedTable> LoadRoutesOf(const std::filesystem::path& directory) {
  std::error_code problem;
  std::vector<std::filesystem::path> paths;
  for (std::filesystem::directory_iterator at(directory, problem), end; !problem && at != end;
       at.increment(problem)) {
    if (IsRoutesLibrary(at->path())) paths.push_back(at->path());
  }
  if (problem)
    return {LoadProblem{fmt::format("cannot read `{}`: {}", directory.string(), problem.message())}};
  std::ranges::sort(paths);
  std::vector<LoadedTable> tables;
  for (const auto& path : paths) tables.push_back(LoadRoutes(path.string()));
  return tables;
}

}  // namespace mesh::host
