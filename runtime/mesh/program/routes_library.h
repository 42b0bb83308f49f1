// Route tables out of shared libraries, verified. A library that has given one stays loaded for the life of
// the process.
#pragma once

#include <string>
#include <variant>

#include "mesh/contract/promises.h"

namespace mesh::program {

/// Why a library gave no table.
struct LoadProblem {
  std::string message;
};

using LoadedVersion = std::variant<contract::Version, LoadProblem>;

/// Loads one library by its path, or by its name from the program's own library search path.
LoadedVersion LoadRoutes(const std::string& library);

/// Loads `library` from beside the running program, from `../lib`, or from its search path.
LoadedVersion LoadOwnRoutes(const std::string& library);

}  // namespace mesh::program
