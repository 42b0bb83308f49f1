#include "mesh/program/routes_library.h"

#include <filesystem>
#include <system_error>

#include <dlfcn.h>
#include <fmt/format.h>

#include "mesh/route/verify_table.h"
#include "mesh/value/patterns.h"

namespace mesh::program {

namespace {

std::size_t SizeOf(const contract::RouteTable& table, contract::Named of) {
  switch (of) {
    case contract::Named::kActor: return table.actors.size;
    case contract::Named::kFlow: return table.flows.size;
    case contract::Named::kField: return table.fields.size;
    case contract::Named::kMember: return table.pool.members.size;
  }
  return 0;
}

template <typename Function>
Function* Symbol(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

/// Routers rely on it, and a host that runs is to outlive a library that was built wrongly.
std::string FindWrong(const contract::Version& version) {
  const contract::RouteTable& table = *version.table;
  if (std::string wrong = route::VerifyTable(table); !wrong.empty()) return wrong;
  if (const auto pattern = FindBadPattern(table.pool); !pattern.empty())
    return fmt::format("the pattern \"{}\" is none", pattern);
  for (const contract::FormerName& former : version.promises.former) {
    if (former.entry >= SizeOf(table, former.of)) return fmt::format("nothing was called `{}`", former.name);
  }
  return {};
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
  const contract::RouteTable* const found = table();
  const contract::Promises* const promised = promises == nullptr ? nullptr : promises();
  if (found == nullptr || (promises != nullptr && promised == nullptr))
    return LoadProblem{fmt::format("`{}` gives no table", name)};
  const contract::Version loaded(found, promised == nullptr ? contract::Promises() : *promised);
  if (const std::string wrong = FindWrong(loaded); !wrong.empty())
    return LoadProblem{fmt::format("the table of `{}` is broken: {}", name, wrong)};
  return loaded;
}

}  // namespace

LoadedVersion LoadRoutes(const std::string& library) {
  void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return LoadProblem{fmt::format("cannot load `{}`: {}", library, dlerror())};
  LoadedVersion loaded = VersionOf(handle, library);
  // What comes in its place later is another library, under the same name.
  if (std::holds_alternative<LoadProblem>(loaded)) dlclose(handle);
  return loaded;
}

LoadedVersion LoadOwnRoutes(const std::string& library) {
  std::error_code none;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", none).parent_path();
  for (const auto& path : {folder / library, folder / ".." / "lib" / library}) {
    if (!folder.empty() && std::filesystem::exists(path, none)) return LoadRoutes(path.string());
  }
  return LoadRoutes(library);
}

}  // namespace mesh::program
