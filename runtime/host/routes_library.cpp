#include "mesh/host/routes_library.h"

#include <filesystem>
#include <system_error>

#include <dlfcn.h>
#include <fmt/format.h>

namespace mesh::host {

namespace {

template <typename Function>
Function* Symbol(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

LoadedVersion VersionOf(void* library, const std::string& name) {
  auto* const version = Symbol<decltype(mesh_routes_version)>(library, "mesh_routes_version");
  auto* const table = Symbol<decltype(mesh_routes_table)>(library, "mesh_routes_table");
  if (version == nullptr || table == nullptr)
    return LoadProblem{fmt::format("`{}` is no routes library", name)};
  if (version() != contract::kRouteTableVersion) {
    return LoadProblem{fmt::format("`{}` has layout version {}, this host reads version {}", name, version(),
                                   contract::kRouteTableVersion)};
  }
  auto* const promises = Symbol<decltype(mesh_routes_promises)>(library, "mesh_routes_promises");
  return promises == nullptr ? contract::Version(table()) : contract::Version(table(), *promises());
}

}  // namespace

LoadedVersion LoadRoutes(const std::string& library) {
  void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return LoadProblem{fmt::format("cannot load `{}`: {}", library, dlerror())};
  return VersionOf(handle, library);
}

LoadedVersion LoadOwnRoutes(const std::string& library) {
  std::error_code none;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", none).parent_path();
  for (const auto& path : {folder / library, folder / ".." / "lib" / library}) {
    if (!folder.empty() && std::filesystem::exists(path, none)) return LoadRoutes(path.string());
  }
  return LoadRoutes(library);
}

}  // namespace mesh::host
