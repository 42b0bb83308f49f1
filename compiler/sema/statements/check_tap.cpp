#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/sema/calls/call_checker.h"
#include "compiler/sema/statements/flow_checker.h"

namespace meshc::sema {

void FlowChecker::CheckTap(const syntax::TapStatement& statement) {
  Calls().Check(statement.call, CallPlace::kTap);
}

/// Nothing comes back from the copy, so results need no place and take none.
void CallChecker::DropResults(const syntax::Call& call, std::size_t count, CallFacts& facts) {
  facts.results.resize(count);
  if (!call.has_as) return;
  const SourceRange range = call.results.empty() ? call.range : call.results.front().range;
  context_.diagnostics.Report(diag::TapResults, range)
      .AddHelp("drop the `as`, or call the step without `tap` and wait for it");
}

}  // namespace meshc::sema
