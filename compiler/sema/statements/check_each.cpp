#include <llvm/ADT/DenseMap.h>

#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/sema/expressions/fit.h"
#include "compiler/sema/expressions/quantity.h"
#include "compiler/sema/statements/flow_checker.h"
#include "compiler/sema/statements/target.h"

namespace meshc::sema {

using types::TypeKind;
using types::WriteMode;

void FlowChecker::CheckEach(const syntax::EachStatement& statement) {
  EachFacts facts;
  facts.element = CheckElements(statement.list);
  if (statement.max.present) CheckCount(context_, statement.max, "max", kNoLimit);
  if (statement.width.present) CheckCount(context_, statement.width, "width", kNoLimit);
  CheckJoin(statement.wait, statement.timeout);

  facts.variable = Declare(statement.variable, false, facts.element);
  enclosures_.push_back(Enclosure::kEach);
  CheckBlock(statement.body);
  enclosures_.pop_back();
  Forget(statement.variable);

  CheckCollects(statement, facts);
  context_.SetIndex(statement.range, statement.id, context_.program.eaches.size());
  context_.program.eaches.push_back(std::move(facts));
}

/// The type of the elements of `list`; invalid if it was reported.
TypeId FlowChecker::CheckElements(const syntax::Expression* list) {
  if (list == nullptr) return types().invalid();
  const TypeId found = Expressions().CheckValue(*list);
  const types::Type type = types()[found];
  if (type.kind == TypeKind::kList) return type.element;
  if (type.kind != TypeKind::kInvalid)
    context_.diagnostics.Report(diag::EachOfNoList, list->range, Show(context_, found));
  return types().invalid();
}

void FlowChecker::CheckCollects(const syntax::EachStatement& statement, EachFacts& facts) {
  llvm::SmallDenseMap<std::uint32_t, SourceRange> taken;
  for (const syntax::CollectClause& collect : statement.collects) {
    const auto from = FindTarget(context_, scope_, collect.from, Access::kRead);
    const auto into = FindTarget(context_, scope_, collect.into);
    if (!into || !CheckWritable(context_, collect.into.range, FieldAt(context_, scope_, *into))) continue;
    const bool grows = FieldAt(context_, scope_, *into).mode == WriteMode::kLog;
    const auto [first, fresh] = taken.try_emplace(*into, collect.into.range);
    if (!fresh && !grows) {
      context_.diagnostics.Report(diag::GivenTwice, collect.into.range, Lexeme{collect.into.text.str()})
          .AddLabel(first->second, "given here first");
    } else if (from && CheckCollected(collect, *from, *into)) {
      facts.collects.emplace_back(*from, *into);
    }
  }
}

/// One value of `from` is one element of `into`. Values are taken as they are, not converted.
bool FlowChecker::CheckCollected(const syntax::CollectClause& collect, std::uint32_t from,
                                 std::uint32_t into) {
  const types::Field& source = FieldAt(context_, scope_, from);
  const types::Field& target = FieldAt(context_, scope_, into);
  if (source.type == types().invalid() || target.type == types().invalid()) return false;
  const TypeId element = types().Present(source.type);
  const types::Type list = types()[types().Present(target.type)];
  if (list.kind == TypeKind::kList && FitOf(types(), element, list.element) == Fit::kYes) return true;
  context_.diagnostics
      .Report(diag::CollectType, collect.range, Name{source.name}, Show(context_, types().List(element)),
              Name{target.name}, Show(context_, target.type))
      .AddLabel(source.origin.range, "the value of each element")
      .AddLabel(target.origin.range, "where they are collected");
  return false;
}

}  // namespace meshc::sema
