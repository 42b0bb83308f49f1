#include "compiler/sema/reach/write_checker.h"

#include <llvm/Support/Casting.h>

#include "compiler/sema/checks.h"
#include "compiler/sema/reach/reach.h"

namespace meshc::sema {

using llvm::cast;
using syntax::StatementKind;

void WriteChecker::Check(FlowId flow) {
  const Flow& checked = context_.program.flows[flow];
  envelope_ = checked.envelope;
  Writes writes;
  Add(checked.declaration->body, writes);
  Add(checked.declaration->guards, writes);
  flows_[flow.index] = std::move(writes);
}

const types::Field& WriteChecker::FieldAt(std::uint32_t slot) const {
  return context_.program.declarations.envelopes[envelope_].fields[slot];
}

void WriteChecker::AddSlot(std::uint32_t slot, SourceRange range, Writes& writes) {
  if (FieldAt(slot).mode != types::WriteMode::kLog) writes.insert({slot, {range, {}}});
}

void WriteChecker::Merge(const Writes& from, Writes& into) {
  for (const auto& write : from) into.insert(write);
}

void WriteChecker::Add(const syntax::Block& block, Writes& writes) {
  for (const syntax::Statement* statement : block.statements) Add(statement, writes);
}

void WriteChecker::Add(const syntax::Guards& guards, Writes& writes) {
  for (const syntax::OnClause& clause : guards.clauses) Add(clause.body, writes);
  Add(guards.finally_body, writes);
}

void WriteChecker::Add(const syntax::Statement* statement, Writes& writes) {
  if (statement == nullptr) return;
  switch (statement->kind) {
    case StatementKind::kInvalid:
    case StatementKind::kEmpty:
    case StatementKind::kBreak:
    case StatementKind::kContinue:
    case StatementKind::kReturn:
    case StatementKind::kRaise:
    // The copy that a tap makes is lost.
    case StatementKind::kTap: return;
    case StatementKind::kChain:
      for (const syntax::Call& call : cast<syntax::ChainStatement>(statement)->calls)
        AddCall(context_.program.FactsOf(call), call.callee.range, writes);
      return;
    case StatementKind::kSet: return AddSet(*cast<syntax::SetStatement>(statement), writes);
    case StatementKind::kFollow: return AddFollow(*cast<syntax::FollowStatement>(statement), writes);
    case StatementKind::kAwait: return AddAwait(*cast<syntax::AwaitStatement>(statement), writes);
    case StatementKind::kParallel: return AddParallel(*cast<syntax::ParallelStatement>(statement), writes);
    case StatementKind::kEach: return AddEach(*cast<syntax::EachStatement>(statement), writes);
    case StatementKind::kSaga: return Add(cast<syntax::SagaStatement>(statement)->body, writes);
    case StatementKind::kBlock: return Add(cast<syntax::BlockStatement>(statement)->block, writes);
    case StatementKind::kTry:
      Add(cast<syntax::TryStatement>(statement)->body, writes);
      return Add(cast<syntax::TryStatement>(statement)->guards, writes);
    case StatementKind::kIf:
    case StatementKind::kMatch:
    case StatementKind::kRoute: return AddArms(*statement, writes);
    case StatementKind::kWhile:
    case StatementKind::kRepeat:
    case StatementKind::kLoop: return AddLoop(*statement, writes);
  }
}

void WriteChecker::AddArms(const syntax::Statement& statement, Writes& writes) {
  if (const auto* branch = llvm::dyn_cast<syntax::IfStatement>(&statement)) {
    for (const syntax::IfArm& arm : branch->arms) Add(arm.body, writes);
  } else if (const auto* match = llvm::dyn_cast<syntax::MatchStatement>(&statement)) {
    for (const syntax::MatchArm& arm : match->arms) Add(arm.body, writes);
  } else {
    for (const syntax::RouteArm& arm : cast<syntax::RouteStatement>(statement).arms) Add(arm.body, writes);
  }
}

void WriteChecker::AddLoop(const syntax::Statement& statement, Writes& writes) {
  const auto add = [&](const auto& loop) {
    Add(loop.body, writes);
    Add(loop.else_body, writes);
  };
  if (const auto* loop = llvm::dyn_cast<syntax::WhileStatement>(&statement))
    add(*loop);
  else if (const auto* repeat = llvm::dyn_cast<syntax::RepeatStatement>(&statement))
    add(*repeat);
  else
    add(cast<syntax::LoopStatement>(statement));
}

void WriteChecker::AddSet(const syntax::SetStatement& set, Writes& writes) {
  const SetFacts& facts = context_.program.FactsOf(set);
  if (facts.field) AddSlot(*facts.field, set.target.front().range, writes);
}

void WriteChecker::AddAwait(const syntax::AwaitStatement& await, Writes& writes) {
  const AwaitFacts& facts = context_.program.FactsOf(await);
  if (facts.field) AddSlot(*facts.field, await.field.range, writes);
  Add(await.else_body, writes);
}

/// The body writes to its child; what is collected comes back.
void WriteChecker::AddEach(const syntax::EachStatement& each, Writes& writes) {
  Writes child;
  Add(each.body, child);
  for (const auto& [from, into] : context_.program.FactsOf(each).collects) {
    for (const syntax::CollectClause& collect : each.collects) {
      if (collect.into.text == FieldAt(into).name) AddSlot(into, collect.into.range, writes);
    }
  }
}

void WriteChecker::AddCall(const CallFacts& facts, SourceRange range, Writes& writes) {
  for (const ResultSink& sink : facts.results) {
    if (sink.field) AddSlot(*sink.field, range, writes);
  }
  // A flow on an envelope that is not known has no fields.
  if (!facts.flow.has_value() || context_.program.flows[facts.flow].envelope != envelope_ ||
      facts.own_envelope)
    return;
  for (const auto& [slot, write] : flows_[facts.flow.index]) {
    writes.insert({slot, {range, write.inside.has_value() ? write.inside : write.range}});
  }
}

void CheckWrites(Context& context) {
  WriteChecker checker(context);
  for (const FlowId flow : CalleesFirst(context)) checker.Check(flow);
}

}  // namespace meshc::sema
