// Literals in braces: records, unions, maps and json objects, by the type that sema found.
#include "compiler/lower/lower_expressions.h"

#include <utility>

namespace meshc::lower {

ir::Expression ExpressionLowering::LowerRecord(const syntax::RecordExpression& expression) {
  const types::Type& type = PresentType(program_.FactsOf(expression).type);
  if (type.kind == types::TypeKind::kUnion) return LowerUnion(expression, type);
  if (type.kind != types::TypeKind::kRecord) return LowerMap(expression);

  const auto& members = program_.declarations.records[type.record()].members;
  std::vector<const syntax::Expression*> values(members.size(), nullptr);
  for (const syntax::RecordEntry& entry : expression.entries) {
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (members[i].name == entry.key.text) values[i] = entry.value;
    }
  }
  return MakeRecord(program_.FactsOf(expression).type, values, expression.range);
}

ir::ExpressionId ExpressionLowering::Record(types::TypeId type,
                                            llvm::ArrayRef<const syntax::Expression*> values,
                                            source::SourceRange origin) {
  return store_.Add(MakeRecord(type, values, origin));
}

ir::Expression ExpressionLowering::MakeRecord(types::TypeId type,
                                              llvm::ArrayRef<const syntax::Expression*> values,
                                              source::SourceRange origin) {
  ir::Expression lowered;
  lowered.kind = ir::ExpressionKind::kRecord;
  const auto& members = program_.declarations.records[PresentType(type).record()].members;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (values[i] != nullptr) {
      lowered.operands.push_back(Lower(*values[i]));
    } else {
      types::Constant value = members[i].default_value.value_or(types::Constant::Null());
      lowered.operands.push_back(Constant(std::move(value), members[i].type, origin));
    }
  }
  lowered.type = type;
  lowered.origin = origin;
  return lowered;
}

ir::Expression ExpressionLowering::LowerUnion(const syntax::RecordExpression& expression,
                                              const types::Type& type) {
  ir::Expression lowered;
  lowered.kind = ir::ExpressionKind::kUnion;
  const auto& tags = program_.declarations.unions[type.union_type()].tags;
  for (const syntax::RecordEntry& entry : expression.entries) {
    for (std::uint32_t i = 0; i < tags.size(); ++i) {
      if (tags[i].name != entry.key.text) continue;
      lowered.index = i;
      lowered.operands = {Lower(*entry.value)};
    }
  }
  return lowered;
}

ir::Expression ExpressionLowering::LowerMap(const syntax::RecordExpression& expression) {
  ir::Expression lowered;
  lowered.kind = ir::ExpressionKind::kMap;
  types::TypeId text = program_.declarations.types.Basic(types::TypeKind::kString);
  for (const syntax::RecordEntry& entry : expression.entries) {
    lowered.operands.push_back(
        Constant(types::Constant::String(entry.key.text.str()), text, entry.key.range));
    lowered.operands.push_back(Lower(*entry.value));
  }
  return lowered;
}

}  // namespace meshc::lower
