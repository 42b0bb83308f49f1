// The value of a stage as text, for --print.
#pragma once

#include <string>

#include "compiler/driver/compilation.h"

namespace meshc::driver {

/// Stable text; empty if the compilation did not get that far.
std::string PrintStage(const Compilation& compilation, Stage stage);

}  // namespace meshc::driver
