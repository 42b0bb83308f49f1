// What the user wishes to hear of what was found.
#pragma once

#include "compiler/pipeline/compilation.h"
#include "compiler/pipeline/warning_policy.h"

namespace meshc::pipeline {

/// Applies `@allow`, -W and -Werror, and sorts by place. After this, `HasErrors` decides.
void Settle(const WarningPolicy& warnings, Compilation& c);

}  // namespace meshc::pipeline
