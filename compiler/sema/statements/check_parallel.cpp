#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/sema/statements/flow_checker.h"
#include "compiler/source/first_word.h"

namespace meshc::sema {

void FlowChecker::CheckParallel(const syntax::ParallelStatement& statement) {
  CheckJoin(statement.wait, statement.timeout);
  CheckReachable(statement);
  enclosures_.push_back(Enclosure::kParallel);
  for (const syntax::Branch& branch : statement.branches) {
    if (branch.body != nullptr) CheckStatement(*branch.body);
  }
  enclosures_.pop_back();
}

/// A join cannot wait for more branches than there are.
void FlowChecker::CheckReachable(const syntax::ParallelStatement& statement) {
  const syntax::WaitClause& wait = statement.wait;
  if (!wait.present || wait.kind == syntax::WaitKind::kAll) return;
  const std::int64_t wanted = wait.kind == syntax::WaitKind::kAny ? 1 : wait.count;
  const auto branches = static_cast<std::int64_t>(statement.branches.size());
  if (wanted <= branches) return;
  context_.diagnostics
      .Report(diag::WaitTooHigh, wait.range, Lexeme{std::string(context_.sources.Text(wait.range))},
              Number{branches})
      .AddLabel(source::FirstWord(statement.range, "parallel"),
                "each statement or block in it is one branch");
}

}  // namespace meshc::sema
