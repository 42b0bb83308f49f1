// Literals.
#include "compiler/lower/lower_expressions.h"

namespace meshc::lower {

using types::Constant;

std::int64_t DurationOf(const syntax::Quantity& quantity) {
  constexpr std::int64_t kMillisecond = 1'000'000;
  constexpr std::int64_t kSecond = 1'000 * kMillisecond;
  switch (quantity.unit) {
    case syntax::Unit::kMilliseconds: return quantity.value * kMillisecond;
    case syntax::Unit::kSeconds: return quantity.value * kSecond;
    case syntax::Unit::kMinutes: return quantity.value * 60 * kSecond;
    case syntax::Unit::kHours: return quantity.value * 3'600 * kSecond;
    case syntax::Unit::kDays: return quantity.value * 86'400 * kSecond;
    case syntax::Unit::kNone:
    case syntax::Unit::kKibi:
    case syntax::Unit::kMebi:
    case syntax::Unit::kGibi: return 0;  // No duration: reported by sema.
  }
  return 0;
}

Constant ConstantOf(const syntax::LiteralExpression& literal) {
  switch (literal.literal) {
    case syntax::LiteralKind::kNull: return Constant::Null();
    case syntax::LiteralKind::kBool: return Constant::Bool(literal.boolean);
    case syntax::LiteralKind::kInt: return Constant::Int(literal.integer);
    case syntax::LiteralKind::kFloat: return Constant::Float(literal.number);
    case syntax::LiteralKind::kString: return Constant::String(literal.string.str());
    case syntax::LiteralKind::kQuantity: return Constant::Duration(DurationOf(literal.quantity));
  }
  return {};
}

}  // namespace meshc::lower
