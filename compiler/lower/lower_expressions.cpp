#include "compiler/lower/lower_expressions.h"

#include <llvm/Support/Casting.h>

#include <utility>

#include "compiler/support/enumerator.h"

namespace meshc::lower {

using ir::ExpressionId;
using ir::ExpressionKind;
using sema::ReferenceKind;

namespace {

ir::Expression Make(ExpressionKind kind, std::uint32_t index = 0) {
  ir::Expression expression;
  expression.kind = kind;
  expression.index = index;
  return expression;
}

ir::Expression MakeConstant(types::Constant value) {
  ir::Expression expression;
  expression.constant = std::move(value);
  return expression;
}

ir::Expression MakeVariable(sema::VariableId variable, llvm::StringRef name) {
  ir::Expression expression = Make(ExpressionKind::kVariable, variable.index);
  expression.constant = types::Constant::String(name.str());
  return expression;
}

ExpressionKind KindOf(syntax::BinaryOperator op) {
  switch (op) {
    case syntax::BinaryOperator::kMultiply: return ExpressionKind::kMultiply;
    case syntax::BinaryOperator::kDivide: return ExpressionKind::kDivide;
    case syntax::BinaryOperator::kRemainder: return ExpressionKind::kRemainder;
    case syntax::BinaryOperator::kAdd: return ExpressionKind::kAdd;
    case syntax::BinaryOperator::kSubtract: return ExpressionKind::kSubtract;
    case syntax::BinaryOperator::kCoalesce: return ExpressionKind::kCoalesce;
    case syntax::BinaryOperator::kLess: return ExpressionKind::kLess;
    case syntax::BinaryOperator::kLessEqual: return ExpressionKind::kLessEqual;
    case syntax::BinaryOperator::kGreater: return ExpressionKind::kGreater;
    case syntax::BinaryOperator::kGreaterEqual: return ExpressionKind::kGreaterEqual;
    case syntax::BinaryOperator::kIn: return ExpressionKind::kIn;
    case syntax::BinaryOperator::kEqual: return ExpressionKind::kEqual;
    case syntax::BinaryOperator::kNotEqual: return ExpressionKind::kNotEqual;
    case syntax::BinaryOperator::kAnd: return ExpressionKind::kAnd;
    case syntax::BinaryOperator::kOr: return ExpressionKind::kOr;
  }
  NoSuchEnumerator();
}

ir::Function FunctionOf(sema::Function function) {
  switch (function) {
    case sema::Function::kLen: return ir::Function::kLen;
    case sema::Function::kHas: break;  // An expression kind of its own.
    case sema::Function::kLower: return ir::Function::kLower;
    case sema::Function::kUpper: return ir::Function::kUpper;
    case sema::Function::kTrim: return ir::Function::kTrim;
    case sema::Function::kContains: return ir::Function::kContains;
    case sema::Function::kStartsWith: return ir::Function::kStartsWith;
    case sema::Function::kEndsWith: return ir::Function::kEndsWith;
    case sema::Function::kMatches: return ir::Function::kMatches;
    case sema::Function::kMin: return ir::Function::kMin;
    case sema::Function::kMax: return ir::Function::kMax;
    case sema::Function::kAbs: return ir::Function::kAbs;
    case sema::Function::kToInt: return ir::Function::kToInt;
    case sema::Function::kToFloat: return ir::Function::kToFloat;
    case sema::Function::kToString: return ir::Function::kToString;
  }
  return ir::Function::kLen;
}

}  // namespace

const types::Type& ExpressionLowering::PresentType(types::TypeId type) const {
  return program_.declarations.types[program_.declarations.types.Present(type)];
}

// A chain of operators or links may be many thousands long, so its left side is no recursion.
ExpressionId ExpressionLowering::Lower(const syntax::Expression& expression) {
  llvm::SmallVector<const syntax::Expression*, 8> spine;
  const syntax::Expression* at = &expression;
  while (const syntax::Expression* left = LeftOperand(*at)) {
    spine.push_back(at);
    at = left;
  }
  ExpressionId id = Finish(*at, LowerLeaf(*at));
  while (!spine.empty()) id = Combine(*spine.pop_back_val(), id);
  return id;
}

const syntax::Expression* ExpressionLowering::LeftOperand(const syntax::Expression& expression) const {
  if (const auto* binary = llvm::dyn_cast<syntax::BinaryExpression>(&expression)) return binary->left;
  if (const auto* index = llvm::dyn_cast<syntax::IndexExpression>(&expression)) return index->base;
  const auto* member = llvm::dyn_cast<syntax::MemberExpression>(&expression);
  if (member == nullptr) return nullptr;
  ReferenceKind reference = program_.FactsOf(expression).reference;
  bool is_link = reference == ReferenceKind::kMember || reference == ReferenceKind::kTag ||
                 reference == ReferenceKind::kJsonMember;
  return is_link ? member->base : nullptr;
}

ExpressionId ExpressionLowering::Combine(const syntax::Expression& expression, ExpressionId left) {
  if (const auto* binary = llvm::dyn_cast<syntax::BinaryExpression>(&expression)) {
    return Finish(expression, CombineBinary(*binary, left));
  }
  if (const auto* index = llvm::dyn_cast<syntax::IndexExpression>(&expression)) {
    ir::Expression lowered = Make(ExpressionKind::kIndex);
    lowered.operands = {left, Lower(*index->index)};
    return Finish(expression, std::move(lowered));
  }
  const auto& member = llvm::cast<syntax::MemberExpression>(expression);
  return Finish(expression, Link(program_.FactsOf(expression), member.name.text, left));
}

ir::Expression ExpressionLowering::CombineBinary(const syntax::BinaryExpression& expression,
                                                 ExpressionId left) {
  ir::Expression lowered = Make(KindOf(expression.op));
  lowered.operands = {left, Lower(*expression.right)};
  const bool compares =
      expression.op == syntax::BinaryOperator::kEqual || expression.op == syntax::BinaryOperator::kNotEqual;
  if (compares && IsNull(lowered.operands[1])) return CombineNullTest(expression, left);
  if (compares && IsNull(left)) return CombineNullTest(expression, lowered.operands[1]);
  return lowered;
}

bool ExpressionLowering::IsNull(ExpressionId id) const {
  const ir::Expression& expression = store_[id];
  return expression.kind == ExpressionKind::kConstant &&
         expression.constant.kind == types::ConstantKind::kNull;
}

/// `x != null` is `has(x)`, and `x == null` is `!has(x)`.
ir::Expression ExpressionLowering::CombineNullTest(const syntax::BinaryExpression& expression,
                                                   ExpressionId path) {
  ir::Expression has = Make(ExpressionKind::kHas);
  has.operands = {path};
  if (expression.op == syntax::BinaryOperator::kNotEqual) return has;
  has.type = program_.declarations.types.Basic(types::TypeKind::kBool);
  has.origin = expression.range;
  ir::Expression negated = Make(ExpressionKind::kNot);
  negated.operands = {store_.Add(std::move(has))};
  return negated;
}

ir::Expression ExpressionLowering::Link(const sema::ExpressionFacts& facts, llvm::StringRef name,
                                        ExpressionId base) const {
  ir::Expression lowered = Make(ExpressionKind::kMember, facts.index);
  if (facts.reference == ReferenceKind::kTag) lowered.kind = ExpressionKind::kTag;
  if (facts.reference == ReferenceKind::kJsonMember) {
    lowered.kind = ExpressionKind::kJsonMember;
    lowered.index = 0;
    lowered.constant = types::Constant::String(name.str());
  }
  lowered.operands = {base};
  return lowered;
}

ir::Expression ExpressionLowering::LowerLeaf(const syntax::Expression& expression) {
  switch (expression.kind) {
    case syntax::ExpressionKind::kLiteral:
      return MakeConstant(ConstantOf(llvm::cast<syntax::LiteralExpression>(expression)));
    case syntax::ExpressionKind::kName:
    case syntax::ExpressionKind::kMember: return LowerName(expression);
    case syntax::ExpressionKind::kUnary: return LowerUnary(llvm::cast<syntax::UnaryExpression>(expression));
    case syntax::ExpressionKind::kConditional:
      return LowerConditional(llvm::cast<syntax::ConditionalExpression>(expression));
    case syntax::ExpressionKind::kCall: return LowerCall(llvm::cast<syntax::CallExpression>(expression));
    case syntax::ExpressionKind::kList: return LowerList(llvm::cast<syntax::ListExpression>(expression));
    case syntax::ExpressionKind::kRecord:
      return LowerRecord(llvm::cast<syntax::RecordExpression>(expression));
    case syntax::ExpressionKind::kInvalid:
    case syntax::ExpressionKind::kIndex:
    case syntax::ExpressionKind::kBinary: break;  // On the spine; an invalid one was reported.
  }
  return {};
}

/// A caught error is read by a member of the clause's variable.
ir::Expression ExpressionLowering::LowerCaught(const syntax::Expression& expression,
                                               ir::CaughtPart part) const {
  const sema::VariableId variable = program_.FactsOf(expression).variable;
  ir::Expression lowered =
      Make(ExpressionKind::kCaught, enclosure_ ? enclosure_->ClausesInside(variable) : 0);
  lowered.part = part;
  const auto* base =
      llvm::cast<syntax::NameExpression>(llvm::cast<syntax::MemberExpression>(expression).base);
  lowered.constant = types::Constant::String(base->name.text.str());
  return lowered;
}

ir::Expression ExpressionLowering::LowerName(const syntax::Expression& expression) const {
  const sema::ExpressionFacts& facts = program_.FactsOf(expression);
  switch (facts.reference) {
    case ReferenceKind::kField: return Make(ExpressionKind::kField, facts.index);
    case ReferenceKind::kParam: return Make(ExpressionKind::kParam, facts.index);
    case ReferenceKind::kVariable:
      return MakeVariable(facts.variable, llvm::cast<syntax::NameExpression>(expression).name.text);
    case ReferenceKind::kCaughtName: return LowerCaught(expression, ir::CaughtPart::kName);
    case ReferenceKind::kCaughtMessage: return LowerCaught(expression, ir::CaughtPart::kMessage);
    case ReferenceKind::kCaughtActor: return LowerCaught(expression, ir::CaughtPart::kActor);
    case ReferenceKind::kCaughtDetail: return LowerCaught(expression, ir::CaughtPart::kDetail);
    case ReferenceKind::kEnumValue: {
      const types::Enum& type = program_.declarations.enums[PresentType(facts.type).enumeration()];
      return MakeConstant(types::Constant::String(type.values[facts.index].name));
    }
    case ReferenceKind::kNone:
    case ReferenceKind::kClause:
    case ReferenceKind::kMember:
    case ReferenceKind::kTag:
    case ReferenceKind::kJsonMember:
    case ReferenceKind::kEnumType:
    case ReferenceKind::kFunction: break;  // No values, or links: not leaves.
  }
  return {};
}

ir::Expression ExpressionLowering::LowerUnary(const syntax::UnaryExpression& expression) {
  bool negates = expression.op == syntax::UnaryOperator::kNegate;
  ir::Expression lowered = Make(negates ? ExpressionKind::kNegate : ExpressionKind::kNot);
  lowered.operands = {Lower(*expression.operand)};
  return lowered;
}

ir::Expression ExpressionLowering::LowerConditional(const syntax::ConditionalExpression& expression) {
  ir::Expression lowered = Make(ExpressionKind::kConditional);
  for (const syntax::Expression* part :
       {expression.condition, expression.then_value, expression.else_value}) {
    lowered.operands.push_back(Lower(*part));
  }
  return lowered;
}

ir::Expression ExpressionLowering::LowerCall(const syntax::CallExpression& expression) {
  auto function = static_cast<sema::Function>(program_.FactsOf(expression).index);
  ir::Expression lowered = Make(ExpressionKind::kHas);
  if (function != sema::Function::kHas) {
    lowered = Make(ExpressionKind::kCall, static_cast<std::uint32_t>(FunctionOf(function)));
  }
  for (const syntax::Expression* argument : expression.arguments)
    lowered.operands.push_back(Lower(*argument));
  return lowered;
}

ir::Expression ExpressionLowering::LowerList(const syntax::ListExpression& expression) {
  ir::Expression lowered = Make(ExpressionKind::kList);
  for (const syntax::Expression* element : expression.elements) lowered.operands.push_back(Lower(*element));
  return lowered;
}

ExpressionId ExpressionLowering::Finish(const syntax::Expression& expression, ir::Expression lowered) {
  const sema::ExpressionFacts& facts = program_.FactsOf(expression);
  lowered.type = facts.type;
  lowered.origin = expression.range;
  ExpressionId id = store_.Add(std::move(lowered));
  if (!facts.to_float) return id;
  return Convert(id, program_.declarations.types.Basic(types::TypeKind::kFloat));
}

ExpressionId ExpressionLowering::Convert(ExpressionId value, types::TypeId type) {
  ir::Expression& expression = store_[value];
  bool needed = PresentType(type).kind == types::TypeKind::kFloat &&
                (PresentType(expression.type).kind == types::TypeKind::kInt ||
                 expression.constant.kind == types::ConstantKind::kInt);
  if (!needed) return value;
  types::TypeId result = program_.declarations.types.Basic(types::TypeKind::kFloat);
  if (expression.kind == ExpressionKind::kConstant) {
    if (expression.constant.kind == types::ConstantKind::kInt) {
      expression.constant = types::Constant::Float(static_cast<double>(expression.constant.integer));
    }
    expression.type = result;
    return value;
  }
  ir::Expression converted = Make(ExpressionKind::kToFloat);
  converted.operands = {value};
  converted.type = result;
  converted.origin = expression.origin;
  return store_.Add(std::move(converted));
}

ExpressionId ExpressionLowering::Field(const types::Envelope& envelope, std::uint32_t slot,
                                       source::SourceRange origin) {
  ir::Expression lowered = Make(ExpressionKind::kField, slot);
  lowered.type = envelope.fields[slot].type;
  lowered.origin = origin;
  return store_.Add(std::move(lowered));
}

ExpressionId ExpressionLowering::Member(ExpressionId base, std::uint32_t index, source::SourceRange origin) {
  ir::Expression lowered = Make(ExpressionKind::kMember, index);
  const types::Type& record = PresentType(store_[base].type);
  lowered.type = program_.declarations.records[record.record()].members[index].type;
  lowered.operands = {base};
  lowered.origin = origin;
  return store_.Add(std::move(lowered));
}

ExpressionId ExpressionLowering::Variable(sema::VariableId variable, llvm::StringRef name, types::TypeId type,
                                          source::SourceRange origin) {
  ir::Expression lowered = MakeVariable(variable, name);
  lowered.type = type;
  lowered.origin = origin;
  return store_.Add(std::move(lowered));
}

ExpressionId ExpressionLowering::Argument(std::uint32_t index, types::TypeId type,
                                          source::SourceRange origin) {
  ir::Expression lowered = Make(ExpressionKind::kParam, index);
  lowered.type = type;
  lowered.origin = origin;
  return store_.Add(std::move(lowered));
}

ExpressionId ExpressionLowering::Constant(types::Constant value, types::TypeId type,
                                          source::SourceRange origin) {
  ir::Expression lowered = MakeConstant(std::move(value));
  lowered.type = type;
  lowered.origin = origin;
  return store_.Add(std::move(lowered));
}

ExpressionId ExpressionLowering::Binary(ExpressionKind kind, ExpressionId left, ExpressionId right,
                                        types::TypeId type, source::SourceRange origin) {
  ir::Expression lowered = Make(kind);
  lowered.operands = {left, right};
  lowered.type = type;
  lowered.origin = origin;
  return store_.Add(std::move(lowered));
}

}  // namespace meshc::lower
