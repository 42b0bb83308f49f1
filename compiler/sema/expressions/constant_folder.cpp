#include "compiler/sema/expressions/constant_folder.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Casting.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/sema/expressions/fit.h"
#include "compiler/sema/expressions/quantity.h"
#include "compiler/sema/expressions/whole_number.h"
#include "compiler/sema/expressions/wire_text.h"

namespace meshc::sema {
namespace {

using llvm::dyn_cast;
using syntax::BinaryOperator;
using syntax::Expression;
using syntax::ExpressionKind;
using types::Constant;
using types::ConstantKind;
using types::Type;
using types::TypeKind;
using Result = std::optional<Constant>;

Result FoldInts(BinaryOperator op, std::int64_t a, std::int64_t b) {
  std::int64_t value = 0;
  bool failed = false;
  if (op == BinaryOperator::kAdd) failed = __builtin_add_overflow(a, b, &value);
  if (op == BinaryOperator::kSubtract) failed = __builtin_sub_overflow(a, b, &value);
  if (op == BinaryOperator::kMultiply) failed = __builtin_mul_overflow(a, b, &value);
  if (op == BinaryOperator::kDivide || op == BinaryOperator::kRemainder) {
    // The quotient of the smallest int and -1 is too large for 64 bits.
    failed = b == 0 || (b == -1 && a == std::numeric_limits<std::int64_t>::min());
    if (!failed) value = op == BinaryOperator::kDivide ? a / b : a % b;
  }
  return failed ? Result() : Constant::Int(value);
}

Result FoldFloats(BinaryOperator op, double a, double b) {
  double value = a;
  if (op == BinaryOperator::kAdd) value = a + b;
  if (op == BinaryOperator::kSubtract) value = a - b;
  if (op == BinaryOperator::kMultiply) value = a * b;
  if (op == BinaryOperator::kDivide) value = a / b;
  if (op == BinaryOperator::kRemainder) value = std::fmod(a, b);
  return std::isfinite(value) ? Result(Constant::Float(value)) : std::nullopt;
}

bool IsArithmetic(BinaryOperator op) {
  return op == BinaryOperator::kAdd || op == BinaryOperator::kSubtract || op == BinaryOperator::kMultiply ||
         op == BinaryOperator::kDivide || op == BinaryOperator::kRemainder;
}

class Folder {
 public:
  Folder(Context& context, std::string_view what) : context_(context), what_(what) {}

  Result Fold(const Expression& e, TypeId target) {
    const TypeId present = context_.types().Present(target);
    switch (e.kind) {
      case ExpressionKind::kLiteral: return FoldLiteral(llvm::cast<syntax::LiteralExpression>(e), present);
      case ExpressionKind::kName:
      case ExpressionKind::kMember: return FoldEnumValue(e);
      case ExpressionKind::kUnary: return FoldUnary(llvm::cast<syntax::UnaryExpression>(e), present);
      case ExpressionKind::kBinary: return FoldBinary(llvm::cast<syntax::BinaryExpression>(e), present);
      case ExpressionKind::kList: return FoldList(llvm::cast<syntax::ListExpression>(e), present);
      case ExpressionKind::kRecord: return FoldBraces(llvm::cast<syntax::RecordExpression>(e), present);
      case ExpressionKind::kInvalid:
      case ExpressionKind::kIndex:
      case ExpressionKind::kConditional:
      case ExpressionKind::kCall: break;
    }
    return NotConstant(e);
  }

 private:
  using LiteralKind = syntax::LiteralKind;

  const Type& TypeOf(TypeId type) { return context_.types()[type]; }

  Result NotConstant(const Expression& e) {
    context_.diagnostics.Report(diag::NotConstant, e.range, Word{std::string(what_)})
        .AddHelp("write a literal");
    return std::nullopt;
  }

  Result FoldLiteral(const syntax::LiteralExpression& e, TypeId target) {
    const TypeKind kind = TypeOf(target).kind;
    switch (e.literal) {
      case LiteralKind::kNull: return Constant::Null();
      case LiteralKind::kBool: return Constant::Bool(e.boolean);
      case LiteralKind::kInt:
        return kind == TypeKind::kFloat ? Constant::Float(static_cast<double>(e.integer))
                                        : Constant::Int(e.integer);
      case LiteralKind::kFloat:
        // In input of scenarios only, where it has been found to be whole.
        return kind == TypeKind::kInt ? Constant::Int(WholeNumber(context_.sources.Text(e.range)).value_or(0))
                                      : Constant::Float(e.number);
      case LiteralKind::kString: break;
      case LiteralKind::kQuantity: return Constant::Duration(Nanoseconds(e.quantity).value_or(0));
    }
    if (auto constant = ReadWireText(kind, e.string)) return constant;
    return Constant::String(e.string.str());
  }

  Result FoldEnumValue(const Expression& e) {
    const ExpressionFacts& facts = context_.FactsOf(e);
    if (facts.reference != ReferenceKind::kEnumValue) return NotConstant(e);
    const auto& values = context_.declarations().enums[TypeOf(facts.type).enumeration()].values;
    return Constant::String(values[facts.index].name);
  }

  Result FoldUnary(const syntax::UnaryExpression& e, TypeId target) {
    Result operand = Fold(*e.operand, target);
    if (!operand) return operand;
    if (e.op == syntax::UnaryOperator::kNot) return Constant::Bool(!operand->boolean);
    if (operand->integer == std::numeric_limits<std::int64_t>::min()) return NotConstant(e);
    operand->integer = -operand->integer;
    operand->number = -operand->number;
    return operand;
  }

  /// Left operands are walked without recursion: `1 + 2 + ...` may be long.
  Result FoldBinary(const syntax::BinaryExpression& e, TypeId target) {
    llvm::SmallVector<const syntax::BinaryExpression*, 8> spine;
    const Expression* leaf = &e;
    for (const syntax::BinaryExpression* at = &e; at != nullptr;
         at = dyn_cast<syntax::BinaryExpression>(leaf)) {
      if (!IsArithmetic(at->op)) return NotConstant(*at);
      spine.push_back(at);
      leaf = at->left;
    }
    Result value = Fold(*leaf, context_.FactsOf(*spine.back()).type);
    for (; value && !spine.empty(); spine.pop_back()) value = FoldStep(*spine.back(), *value);
    return value ? Widen(*value, target) : value;
  }

  /// An int where a float is needed.
  Constant Widen(const Constant& value, TypeId target) {
    const bool widen = value.kind == ConstantKind::kInt && TypeOf(target).kind == TypeKind::kFloat;
    return widen ? Constant::Float(static_cast<double>(value.integer)) : value;
  }

  Result FoldStep(const syntax::BinaryExpression& e, const Constant& before) {
    const TypeId type = context_.FactsOf(e).type;
    const Constant left = Widen(before, type);
    const Result right = Fold(*e.right, type);
    if (!right) return right;
    if (left.kind != right->kind) return NotConstant(e);
    Result value;
    if (left.kind == ConstantKind::kInt) value = FoldInts(e.op, left.integer, right->integer);
    if (left.kind == ConstantKind::kFloat) value = FoldFloats(e.op, left.number, right->number);
    if (left.kind == ConstantKind::kString) value = Constant::String(left.text + right->text);
    if (left.kind == ConstantKind::kDuration) {
      value = FoldInts(e.op, left.integer, right->integer);
      if (value) value->kind = ConstantKind::kDuration;
    }
    return value ? value : NoValue(e, *right);
  }

  /// Arithmetic on constants that has no result.
  Result NoValue(const syntax::BinaryExpression& e, const Constant& right) {
    const bool divides = e.op == BinaryOperator::kDivide || e.op == BinaryOperator::kRemainder;
    if (divides && right.integer == 0 && right.number == 0) {
      context_.diagnostics.Report(diag::DivisionByZero, e.range)
          .AddLabel(e.right->range, "this is always zero");
    } else {
      context_.diagnostics.Report(diag::AlwaysOverflows, e.range, Show(context_, context_.FactsOf(e).type));
    }
    return std::nullopt;
  }

  Result FoldList(const syntax::ListExpression& e, TypeId target) {
    const TypeId element = TypeOf(target).kind == TypeKind::kList ? TypeOf(target).element : target;
    Constant list;
    list.kind = ConstantKind::kList;
    for (const Expression* value : e.elements) {
      Result child = Fold(*value, element);
      if (!child) return child;
      list.children.push_back(std::move(*child));
    }
    return list;
  }

  Result FoldBraces(const syntax::RecordExpression& e, TypeId target) {
    const Type type = TypeOf(target);
    if (type.kind == TypeKind::kRecord) return FoldRecord(e, target);
    if (type.kind == TypeKind::kUnion) return FoldUnion(e, target);
    return FoldMap(e, type.kind == TypeKind::kMap ? type.element : target);
  }

  Result FoldRecord(const syntax::RecordExpression& e, TypeId target) {
    const types::RecordId record = TypeOf(target).record();
    EnsureDefaults(context_, record);
    const auto& members = context_.declarations().records[record].members;
    Constant constant;
    constant.kind = ConstantKind::kRecord;
    constant.type = target;
    for (const types::Member& member : members) constant.children.push_back(DefaultOf(member));
    for (const syntax::RecordEntry& entry : e.entries) {
      const std::uint32_t index = context_.record_members[record.index].lookup(entry.key.text);
      Result child = Fold(*entry.value, members[index].type);
      if (!child) return child;
      constant.children[index] = std::move(*child);
    }
    return constant;
  }

  Result FoldUnion(const syntax::RecordExpression& e, TypeId target) {
    const types::UnionId id = TypeOf(target).union_type();
    const std::uint32_t tag = context_.union_tags[id.index].lookup(e.entries.front().key.text);
    Result child = Fold(*e.entries.front().value, context_.declarations().unions[id].tags[tag].type);
    if (!child) return child;
    Constant constant;
    constant.kind = ConstantKind::kUnion;
    constant.type = target;
    constant.integer = tag;
    constant.children.push_back(std::move(*child));
    return constant;
  }

  Result FoldMap(const syntax::RecordExpression& e, TypeId element) {
    Constant map;
    map.kind = ConstantKind::kMap;
    for (const syntax::RecordEntry& entry : e.entries) {
      Result child = Fold(*entry.value, element);
      if (!child) return child;
      map.entries.push_back({entry.key.text.str(), std::move(*child)});
    }
    std::sort(map.entries.begin(), map.entries.end(),
              [](const auto& a, const auto& b) { return a.key < b.key; });
    return map;
  }

  Context& context_;
  std::string_view what_;
};

}  // namespace

Result Fold(Context& context, const Expression& e, TypeId type, std::string_view what) {
  Result value = Folder(context, what).Fold(e, type);
  const bool computed = e.kind == ExpressionKind::kUnary || e.kind == ExpressionKind::kBinary;
  if (!value || !computed || WithinBounds(context.types()[context.types().Present(type)], *value))
    return value;
  context.diagnostics.Report(diag::OutOfBounds, e.range, Lexeme{std::string(context.sources.Text(e.range))},
                             Show(context, context.types().Present(type)));
  return std::nullopt;
}

Constant DefaultOf(const types::Member& member) { return member.default_value.value_or(Constant::Null()); }

}  // namespace meshc::sema
