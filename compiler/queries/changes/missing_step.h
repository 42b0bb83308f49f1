// A step that brings what a path of a flow lacks at its end.
#pragma once

#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/queries/checked_root.h"

namespace meshc::queries {

struct MissingStep {
  std::string title;
  diagnostics::Edit edit;
};

/// Calls of processors that give the field which `finding` misses (MC4052), where a block of the flow is
/// empty or else where the flow ends. The compiler has tried each: without the finding, and with no error
/// that was not there. At most three, of one place. Empty: the finding is another one, no call mends it, or
/// there is too much text to try.
std::vector<MissingStep> StepsThatMend(const CheckedRoot& root, const diagnostics::Diagnostic& finding);

}  // namespace meshc::queries
