// Route tables out of shared libraries. A library stays loaded for the life of the process.
#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "mesh/contract/route_table.h"

namespace mesh::host {

/// Why a library gave no table.
struct LoadProblem {
  std::string message;
};

using LoadedTable = std::variant<const contract::RouteTable*, LoadProblem>;

/// Loads one library by its path, or by its name from the program's own library search path.
LoadedTable LoadRoutes(const std::string& library);

/// Loads `library` from beside the running program, from `../lib`, or from its search path.
LoadedTable LoadOwnRoutes(const std::string& library);

/// Loads every `lib*_routes.so` of a directory, in the order of their names.
std::vector<LoadedTable> LoadRoutesOf(const std::filesystem::path& directory);

}  // namespace mesh::host
