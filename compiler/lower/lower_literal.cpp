// Literals.

#include "compiler/lower/lower_expressions.h"
#include "compiler/sema/expressions/durations.h"
#include "compiler/support/enumerator.h"

namespace meshc::lower {

using types::Constant;

std::int64_t DurationOf(const syntax::Quantity& quantity) {
  // What is no duration was reported by sema.
  return sema::Nanoseconds(quantity).value_or(0);
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
  NoSuchEnumerator();
}

}  // namespace meshc::lower
