#include "compiler/sema/expressions/value_range.h"

#include <fmt/format.h>
#include <llvm/Support/Casting.h>

#include <algorithm>
#include <cmath>

#include "compiler/sema/expressions/quantity.h"
#include "compiler/support/enumerator.h"

namespace meshc::sema {
namespace {

using llvm::dyn_cast;
using syntax::BinaryOperator;
using syntax::Expression;
using syntax::ExpressionKind;
using types::Type;
using types::TypeKind;

constexpr long double kInfinity = std::numeric_limits<long double>::infinity();
/// Beyond this, sums and products of ints are not followed: they may be rounded, or overflow.
constexpr long double kSafe = 4611686018427387904.0L;
/// What nests deeper is not followed: a chain of operators may be as long as the file.
constexpr int kDeepest = 16;

ValueRange Point(long double value) { return {value, value}; }

ValueRange Hull(const ValueRange& a, const ValueRange& b) {
  return {std::min(a.min, b.min), std::max(a.max, b.max)};
}

/// Of a computed int, what is known for sure.
ValueRange Widen(ValueRange range) {
  if (!(range.min >= -kSafe)) range.min = -kInfinity;
  if (!(range.max <= kSafe)) range.max = kInfinity;
  return range;
}

/// By the rules of the type's own arithmetic: rounding keeps the order of floats.
long double Round(long double value, bool is_float) {
  return is_float && std::isfinite(value) ? static_cast<double>(value) : value;
}

class Ranger {
 public:
  explicit Ranger(Context& context) : context_(context) {}

  ValueRange Of(const Expression& e, int depth) {
    if (depth > kDeepest) return {};
    switch (e.kind) {
      case ExpressionKind::kLiteral: return OfLiteral(llvm::cast<syntax::LiteralExpression>(e));
      case ExpressionKind::kUnary: return OfUnary(llvm::cast<syntax::UnaryExpression>(e), depth);
      case ExpressionKind::kBinary: return OfBinary(llvm::cast<syntax::BinaryExpression>(e), depth);
      case ExpressionKind::kCall: return OfCall(llvm::cast<syntax::CallExpression>(e), depth);
      case ExpressionKind::kConditional: {
        const auto& choice = llvm::cast<syntax::ConditionalExpression>(e);
        return Hull(Of(*choice.then_value, depth + 1), Of(*choice.else_value, depth + 1));
      }
      case ExpressionKind::kName:
      case ExpressionKind::kMember:
      case ExpressionKind::kIndex: return OfType(TypeOf(e));
      case ExpressionKind::kInvalid:
      case ExpressionKind::kList:
      case ExpressionKind::kRecord: return {};
    }
    NoSuchEnumerator();
  }

  ValueRange Length(const Expression& e) {
    if (const auto* list = dyn_cast<syntax::ListExpression>(&e)) {
      return Point(static_cast<long double>(list->elements.size()));
    }
    const Type type = TypeOf(e);
    ValueRange range{0, kInfinity};
    if (type.kind != TypeKind::kList && type.kind != TypeKind::kString) return range;
    if (type.constraint.min) range.min = static_cast<long double>(*type.constraint.min);
    if (type.constraint.max) range.max = static_cast<long double>(*type.constraint.max);
    return range;
  }

 private:
  Type TypeOf(const Expression& e) {
    return context_.types()[context_.types().Present(context_.FactsOf(e).type)];
  }

  static ValueRange OfType(const Type& type) {
    ValueRange range;
    const types::Constraint& bounds = type.constraint;
    if (type.kind == TypeKind::kInt) {
      if (bounds.min) range.min = static_cast<long double>(*bounds.min);
      if (bounds.max) range.max = static_cast<long double>(*bounds.max);
    } else if (type.kind == TypeKind::kFloat) {
      if (bounds.float_min) range.min = *bounds.float_min;
      if (bounds.float_max) range.max = *bounds.float_max;
    }
    return range;
  }

  static ValueRange OfLiteral(const syntax::LiteralExpression& e) {
    switch (e.literal) {
      case syntax::LiteralKind::kInt: return Point(static_cast<long double>(e.integer));
      case syntax::LiteralKind::kFloat: return Point(e.number);
      case syntax::LiteralKind::kQuantity:
        if (const auto nanoseconds = Nanoseconds(e.quantity))
          return Point(static_cast<long double>(*nanoseconds));
        return {};
      case syntax::LiteralKind::kNull:
      case syntax::LiteralKind::kBool:
      case syntax::LiteralKind::kString: return {};
    }
    NoSuchEnumerator();
  }

  ValueRange OfUnary(const syntax::UnaryExpression& e, int depth) {
    if (e.op == syntax::UnaryOperator::kNot) return {};
    const ValueRange operand = Of(*e.operand, depth + 1);
    return {-operand.max, -operand.min};
  }

  ValueRange OfBinary(const syntax::BinaryExpression& e, int depth) {
    const ValueRange a = Of(*e.left, depth + 1);
    const ValueRange b = Of(*e.right, depth + 1);
    if (e.op == BinaryOperator::kCoalesce) return Hull(a, b);
    const TypeKind kind = TypeOf(e).kind;
    if (kind != TypeKind::kInt && kind != TypeKind::kFloat) return {};
    const bool is_float = kind == TypeKind::kFloat;
    switch (e.op) {
      case BinaryOperator::kAdd:
        return Widen({Round(a.min + b.min, is_float), Round(a.max + b.max, is_float)});
      case BinaryOperator::kSubtract:
        return Widen({Round(a.min - b.max, is_float), Round(a.max - b.min, is_float)});
      case BinaryOperator::kMultiply: return Product(a, b, is_float);
      case BinaryOperator::kRemainder: return is_float ? ValueRange{} : Remainder(a, b);
      default: return {};
    }
  }

  static ValueRange Product(const ValueRange& a, const ValueRange& b, bool is_float) {
    const std::initializer_list<long double> corners{a.min * b.min, a.min * b.max, a.max * b.min,
                                                     a.max * b.max};
    // Zero times infinity is no number: nothing is known then.
    if (std::any_of(corners.begin(), corners.end(), [](long double corner) { return std::isnan(corner); }))
      return {};
    return Widen({Round(std::min(corners), is_float), Round(std::max(corners), is_float)});
  }

  /// It has the sign of its left operand and is nearer to zero than the right one.
  static ValueRange Remainder(const ValueRange& a, const ValueRange& b) {
    const long double most = std::max(std::abs(b.min), std::abs(b.max)) - 1;
    return {a.min >= 0 ? 0 : -most, a.max <= 0 ? 0 : most};
  }

  ValueRange OfCall(const syntax::CallExpression& e, int depth) {
    const ExpressionFacts facts = context_.FactsOf(e);
    if (facts.reference != ReferenceKind::kFunction || e.arguments.empty()) return {};
    switch (static_cast<Function>(facts.index)) {
      case Function::kLen: return Length(*e.arguments[0]);
      case Function::kToFloat: return OfNumber(*e.arguments[0], depth);
      case Function::kAbs: return Absolute(Of(*e.arguments[0], depth + 1));
      case Function::kMin:
      case Function::kMax: return Extreme(e, static_cast<Function>(facts.index), depth);
      default: return {};
    }
  }

  /// What `float()` makes of a number; of text, nothing is known.
  ValueRange OfNumber(const Expression& e, int depth) {
    const TypeKind kind = TypeOf(e).kind;
    return kind == TypeKind::kInt || kind == TypeKind::kFloat ? Of(e, depth + 1) : ValueRange{};
  }

  static ValueRange Absolute(const ValueRange& range) {
    const long double most = std::max(std::abs(range.min), std::abs(range.max));
    if (range.min > 0) return {range.min, most};
    return {range.max < 0 ? -range.max : 0, most};
  }

  ValueRange Extreme(const syntax::CallExpression& e, Function function, int depth) {
    ValueRange range = Of(*e.arguments[0], depth + 1);
    for (const Expression* argument : e.arguments.drop_front()) {
      const ValueRange next = Of(*argument, depth + 1);
      const bool least = function == Function::kMin;
      range.min = least ? std::min(range.min, next.min) : std::max(range.min, next.min);
      range.max = least ? std::min(range.max, next.max) : std::max(range.max, next.max);
    }
    return range;
  }

  Context& context_;
};

}  // namespace

ValueRange RangeOf(Context& context, const Expression& e) { return Ranger(context).Of(e, 0); }

ValueRange LengthOf(Context& context, const Expression& e) { return Ranger(context).Length(e); }

bool IsWritten(const Expression& e) {
  if (const auto* unary = dyn_cast<syntax::UnaryExpression>(&e)) return IsWritten(*unary->operand);
  return e.kind == ExpressionKind::kLiteral;
}

std::string PrintNumber(long double value, TypeKind type) {
  if (type != TypeKind::kFloat) return fmt::format("{:.0f}", value);
  std::string text = fmt::format("{}", static_cast<double>(value));
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::string PrintRange(const ValueRange& range, TypeKind type) {
  if (range.min == range.max) return "always " + PrintNumber(range.min, type);
  if (std::isinf(range.min)) return "at most " + PrintNumber(range.max, type);
  if (std::isinf(range.max)) return "at least " + PrintNumber(range.min, type);
  return "between " + PrintNumber(range.min, type) + " and " + PrintNumber(range.max, type);
}

}  // namespace meshc::sema
