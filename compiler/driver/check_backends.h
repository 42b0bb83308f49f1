// What the mesh states against what the back ends that are wanted can make of it.
#pragma once

#include <string>
#include <vector>

#include "compiler/driver/compilation.h"

namespace meshc::driver {

/// True if `only`, the names of back ends, holds `backend` or nothing, which means all of them.
bool IsWanted(const std::vector<std::string>& only, std::string_view backend);

/// Reports each deploy if a back end is wanted that has to heed it, but does not yet.
void CheckBackends(const std::vector<std::string>& only, Compilation& compilation);

}  // namespace meshc::driver
