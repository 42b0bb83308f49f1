// Scenarios that do not hold, as findings.
#pragma once

#include <vector>

#include "compiler/driver/compilation/compilation.h"

namespace meshc::driver {

/// One finding per scenario that was run and failed, at its declaration, with what did not hold as notes.
std::vector<diagnostics::Diagnostic> ScenarioFindings(const Compilation& compilation);

}  // namespace meshc::driver
