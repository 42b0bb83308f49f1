#include <algorithm>

#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/sema/statements/flow_checker.h"

namespace meshc::sema {

void FlowChecker::ReportLeaving(SourceRange range, std::string_view word, Enclosure enclosure) {
  if (enclosure == Enclosure::kFinally) {
    context_.diagnostics.Report(diag::JumpLeavesFinally, range, Word{std::string(word)})
        .AddHelp("let the block end; what was pending before it goes on then");
    return;
  }
  const std::string what = enclosure == Enclosure::kEach ? "the body of `each`" : "a branch of `parallel`";
  context_.diagnostics.Report(diag::JumpLeavesBranch, range, Word{std::string(word)}, Word{what})
      .AddHelp("write a field there, and test it behind the join");
}

/// `break` and `continue` belong to the innermost loop, if nothing stands between.
void FlowChecker::CheckBreak(SourceRange range, std::string_view word) {
  if (!enclosures_.empty() && enclosures_.back() == Enclosure::kLoop) return;
  const bool in_loop =
      std::find(enclosures_.begin(), enclosures_.end(), Enclosure::kLoop) != enclosures_.end();
  if (in_loop) return ReportLeaving(range, word, enclosures_.back());
  context_.diagnostics.Report(diag::JumpOutsideLoop, range, Word{std::string(word)});
}

/// `return` leaves everything up to the flow.
void FlowChecker::CheckReturn(SourceRange range) {
  const auto barrier = std::find_if(enclosures_.rbegin(), enclosures_.rend(),
                                    [](Enclosure enclosure) { return enclosure != Enclosure::kLoop; });
  if (barrier != enclosures_.rend()) ReportLeaving(range, "return", *barrier);
}

}  // namespace meshc::sema
