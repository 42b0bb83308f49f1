#include "compiler/budget/coordination.h"

#include <llvm/Support/Casting.h>

#include <algorithm>

#include "compiler/budget/field_writes.h"
#include "compiler/budget/list_length.h"
#include "compiler/budget/statements.h"
#include "compiler/source/first_word.h"

namespace meshc::budget {
namespace {

using llvm::dyn_cast;
using types::FlowId;

bool IsOrderSensitive(const syntax::WaitClause& wait) {
  return wait.present && wait.kind != syntax::WaitKind::kAll;
}

std::optional<std::int64_t> WaitCount(const syntax::WaitClause& wait) {
  if (!IsOrderSensitive(wait)) return std::nullopt;
  return wait.kind == syntax::WaitKind::kAny ? 1 : wait.count;
}

void AddJoin(Coordination& found, const syntax::Statement& statement, const std::string& word,
             std::optional<std::int64_t> branches, const syntax::WaitClause& wait) {
  found.joins.push_back(
      {word, source::FirstWord(statement.range, word), branches, WaitCount(wait), IsOrderSensitive(wait)});
}

void AddState(const sema::TypedProgram& program, const syntax::Statement& statement, Coordination& found) {
  const auto add_loop = [&](const std::string& word, const syntax::CountClause& max) {
    found.loops.push_back({word, source::FirstWord(statement.range, word), max.value});
  };
  if (const auto* loop = dyn_cast<syntax::WhileStatement>(&statement)) add_loop("while", loop->max);
  if (const auto* loop = dyn_cast<syntax::RepeatStatement>(&statement)) add_loop("repeat", loop->max);
  if (const auto* loop = dyn_cast<syntax::LoopStatement>(&statement)) add_loop("loop", loop->max);
  if (const auto* parallel = dyn_cast<syntax::ParallelStatement>(&statement)) {
    AddJoin(found, statement, "parallel", static_cast<std::int64_t>(parallel->branches.size()),
            parallel->wait);
  }
  if (const auto* each = dyn_cast<syntax::EachStatement>(&statement)) {
    const Amount length = LargestLength(program, *each);
    const auto branches = length.is_bounded() ? std::optional(length.value()) : std::nullopt;
    AddJoin(found, statement, "each", branches, each->wait);
  }
  if (const auto* await = dyn_cast<syntax::AwaitStatement>(&statement)) {
    found.parks.push_back(
        {await->signal.text.str(), await->signal.range, program.FactsOf(*await).timeout_ns});
  }
}

void SortNames(std::vector<std::string>& names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

Coordination FindIn(const sema::TypedProgram& program, FlowId flow, bool entered_by_callers,
                    const std::vector<Coordination>& known) {
  Coordination found;
  found.fields = FindOverwrites(program, flow, entered_by_callers);
  ForEachStatement(*program.flows[flow].declaration, [&](const syntax::Statement& statement, bool) {
    AddState(program, statement, found);
    ForEachCall(program, statement, [&](const sema::CallFacts& call, source::SourceRange) {
      if (!call.flow.has_value() || known[call.flow.index].is_free()) return;
      found.calls.push_back(program.flows[call.flow].name);
    });
  });
  SortNames(found.calls);
  return found;
}

/// Flows that are entered with what their callers have written.
std::vector<bool> FindShared(const sema::TypedProgram& program) {
  std::vector<bool> shared(program.flows.size());
  for (const sema::CallFacts& call : program.calls) {
    if (call.flow.has_value() && !call.own_envelope) shared[call.flow.index] = true;
  }
  return shared;
}

}  // namespace

std::vector<Coordination> FindCoordination(const sema::TypedProgram& program,
                                           const std::vector<FlowId>& callees_first) {
  const std::vector<bool> shared = FindShared(program);
  std::vector<Coordination> found(program.flows.size());
  for (const FlowId flow : callees_first)
    found[flow.index] = FindIn(program, flow, shared[flow.index], found);
  return found;
}

}  // namespace meshc::budget
