// Statements with errors.
#include <llvm/Support/Casting.h>

#include "compiler/lower/flow_lowering.h"
#include "compiler/syntax/statement_parts.h"

namespace meshc::lower {
namespace {

bool IsJump(syntax::StatementKind kind) {
  using syntax::StatementKind;
  return kind == StatementKind::kBreak || kind == StatementKind::kContinue ||
         kind == StatementKind::kReturn || kind == StatementKind::kRaise || kind == StatementKind::kInvalid;
}

bool HoldsJump(const syntax::Statement& statement) {
  llvm::SmallVector<const syntax::Statement*, 16> open{&statement};
  while (!open.empty()) {
    const syntax::Statement* next = open.pop_back_val();
    if (IsJump(next->kind)) return true;
    syntax::ForEachPart(*next, [&](const syntax::Statement& part, bool) { open.push_back(&part); });
  }
  return false;
}

}  // namespace

// Of `set`, and of calls of processors whose results all have a place; what else a mistake has hidden is not
// known.
std::optional<std::vector<ir::Target>> FlowLowering::TargetsOf(const syntax::Statement& statement) const {
  if (const auto* set = llvm::dyn_cast<syntax::SetStatement>(&statement)) {
    const sema::SetFacts& facts = program_.FactsOf(*set);
    if (!facts.field) return std::nullopt;
    return std::vector<ir::Target>{{*facts.field, facts.path, facts.append}};
  }
  const auto* chain = llvm::dyn_cast<syntax::ChainStatement>(&statement);
  if (chain == nullptr) return std::nullopt;
  std::vector<ir::Target> targets;
  for (const syntax::Call& call : chain->calls) {
    const sema::CallFacts& facts = program_.FactsOf(call);
    if (!facts.actor.has_value()) return std::nullopt;
    const auto& results = program_.declarations.actors[facts.actor].results;
    if (facts.results.size() != results.size()) return std::nullopt;
    for (ir::ResultWrite& write : MakeWrites(facts)) {
      if (!write.target) return std::nullopt;
      targets.push_back(std::move(*write.target));
    }
  }
  return targets;
}

void FlowLowering::LowerGap(const syntax::Statement& statement, sema::Damage damage) {
  ir::Gap gap;
  gap.holds_jump = HoldsJump(statement);
  if (damage == sema::Damage::kOwn) gap.targets = TargetsOf(statement);
  EmitThen(names_.Sibling("gap"), gap, statement.range);
}

}  // namespace meshc::lower
