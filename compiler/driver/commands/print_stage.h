// The value of a stage as text, for --print.
#pragma once

#include <string>

#include "compiler/driver/compilation/compilation.h"

namespace meshc::driver {

/// Stable text; empty if the compilation did not get that far. After errors, of the mesh and the facts what
/// is left of them.
std::string PrintStage(const Compilation& compilation, Stage stage);

}  // namespace meshc::driver
