#include "compiler/budget/statements.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Casting.h>

#include <algorithm>

#include "compiler/syntax/statement_parts.h"

namespace meshc::budget {
namespace {

struct Pending {
  const syntax::Statement* statement = nullptr;
  bool in_loop = false;
};

}  // namespace

void ForEachStatement(const syntax::FlowDeclaration& flow, StatementVisitor visit) {
  llvm::SmallVector<Pending, 32> pending;
  // What was added last is turned round, so that it is taken in source order.
  const auto turn_from = [&](std::size_t first) { std::reverse(pending.begin() + first, pending.end()); };
  syntax::ForEachPart(flow, [&](const syntax::Statement& part, bool) { pending.push_back({&part, false}); });
  turn_from(0);
  while (!pending.empty()) {
    const Pending next = pending.pop_back_val();
    visit(*next.statement, next.in_loop);
    const std::size_t first = pending.size();
    syntax::ForEachPart(*next.statement, [&](const syntax::Statement& part, bool repeated) {
      pending.push_back({&part, next.in_loop || repeated});
    });
    turn_from(first);
  }
}

void ForEachCall(const sema::TypedProgram& program, const syntax::Statement& statement,
                 llvm::function_ref<void(const sema::CallFacts&, source::SourceRange)> visit) {
  const auto take = [&](const syntax::Call& call) { visit(program.FactsOf(call), call.callee.range); };
  if (const auto* chain = llvm::dyn_cast<syntax::ChainStatement>(&statement)) {
    for (const syntax::Call& call : chain->calls) take(call);
  } else if (const auto* route = llvm::dyn_cast<syntax::RouteStatement>(&statement)) {
    take(route->router);
  } else if (const auto* follow = llvm::dyn_cast<syntax::FollowStatement>(&statement)) {
    take(follow->router);
    for (const sema::CallFacts& step : program.FactsOf(*follow).steps) visit(step, follow->range);
  } else if (const auto* tap = llvm::dyn_cast<syntax::TapStatement>(&statement)) {
    take(tap->call);
  }
}

}  // namespace meshc::budget
