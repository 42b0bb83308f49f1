#include "tests/property/reference/operators.h"

#include <cmath>

#include "tests/property/reference/evaluate.h"

namespace meshc::property {

using mesh::Value;
using syntax::BinaryOperator;

namespace {

double Finite(double value) {
  if (!std::isfinite(value)) throw ExpressionError("not finite");
  return value;
}

}  // namespace

Value Arithmetic(BinaryOperator op, const Value& a, const Value& b) {
  if (a.kind() == mesh::ValueKind::kString)
    return Value::String(std::string(a.text()) + std::string(b.text()));
  if (a.kind() == mesh::ValueKind::kFloat) {
    const double x = a.number(), y = b.number();
    if (op == BinaryOperator::kAdd) return Value::Float(Finite(x + y));
    if (op == BinaryOperator::kSubtract) return Value::Float(Finite(x - y));
    if (op == BinaryOperator::kMultiply) return Value::Float(Finite(x * y));
    if (y == 0) throw ExpressionError("division by zero");
    return Value::Float(Finite(op == BinaryOperator::kDivide ? x / y : std::fmod(x, y)));
  }
  const std::int64_t x = a.integer(), y = b.integer();
  std::int64_t result = 0;
  bool overflow = false;
  if (op == BinaryOperator::kAdd) {
    overflow = __builtin_add_overflow(x, y, &result);
  } else if (op == BinaryOperator::kSubtract) {
    overflow = __builtin_sub_overflow(x, y, &result);
  } else if (op == BinaryOperator::kMultiply) {
    overflow = __builtin_mul_overflow(x, y, &result);
  } else {
    if (y == 0) throw ExpressionError("division by zero");
    overflow = x == INT64_MIN && y == -1;
    if (!overflow) result = op == BinaryOperator::kDivide ? x / y : x % y;
  }
  if (overflow) throw ExpressionError("overflow");
  return Value::Int(result);
}

int Compare(const Value& a, const Value& b) {
  const auto order = [](const auto& x, const auto& y) { return x < y ? -1 : (y < x ? 1 : 0); };
  if (a.kind() == mesh::ValueKind::kInt) return order(a.integer(), b.integer());
  if (a.kind() == mesh::ValueKind::kFloat) return order(a.number(), b.number());
  return order(a.text(), b.text());
}

std::int64_t CodePoints(std::string_view text) {
  std::int64_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  return count;
}

Value Upper(const Value& text) {
  std::string upper(text.text());
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return Value::String(std::move(upper));
}

}  // namespace meshc::property
