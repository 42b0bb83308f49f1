#include "compiler/pipeline/settle.h"

#include <utility>

#include "compiler/pipeline/allow.h"
#include "compiler/pipeline/follow_ups.h"

namespace meshc::pipeline {

void Settle(const WarningPolicy& warnings, Compilation& c) {
  DropFollowUps(c.sources, c.diagnostics);
  ApplyAllows(c.Files(), c.diagnostics);
  diagnostics::Diagnostics settled;
  for (diagnostics::Diagnostic& diagnostic : c.diagnostics.all()) {
    if (!warnings.Shows(diagnostic)) continue;
    if (warnings.warnings_are_errors()) diagnostic.severity = diagnostics::Severity::kError;
    settled.Add(std::move(diagnostic));
  }
  settled.Sort();
  c.diagnostics = std::move(settled);
}

}  // namespace meshc::pipeline
