#include "tests/property/reference/operators.h"

#include <cmath>

#include "tests/property/reference/evaluate.h"

namespace meshc::property {

using mesh::Value;
using mesh::ValueKind;
using syntax::BinaryOperator;

namespace {

double Finite(double value) {
  if (!std::isfinite(value)) throw ExpressionError("not finite");
  return value;
}

Value Floats(BinaryOperator op, double x, double y) {
  if (op == BinaryOperator::kAdd) return Value::Float(Finite(x + y));
  if (op == BinaryOperator::kSubtract) return Value::Float(Finite(x - y));
  if (op == BinaryOperator::kMultiply) return Value::Float(Finite(x * y));
  if (y == 0) throw ExpressionError("division by zero");
  return Value::Float(Finite(op == BinaryOperator::kDivide ? x / y : std::fmod(x, y)));
}

std::int64_t Ints(BinaryOperator op, std::int64_t x, std::int64_t y) {
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
    // The machine cannot divide the least int by -1: the quotient overflows, the remainder is 0.
    if (y == -1) return op == BinaryOperator::kDivide ? Ints(BinaryOperator::kSubtract, 0, x) : 0;
    result = op == BinaryOperator::kDivide ? x / y : x % y;
  }
  if (overflow) throw ExpressionError("overflow");
  return result;
}

/// By another way than the machine's: sums of floats that hold all of their digits.
mesh::Timestamp Shifted(BinaryOperator op, mesh::Timestamp time, mesh::Duration by) {
  const auto sign = op == BinaryOperator::kAdd ? 1.0L : -1.0L;
  using Nanoseconds = long double;  // 64 bits of mantissa, and two halves, hold every sum exactly.
  constexpr std::int64_t kSecond = 1'000'000'000;
  const Nanoseconds rest = time.nanoseconds + sign * static_cast<Nanoseconds>(by.nanoseconds % kSecond);
  const Nanoseconds carried = std::floor(rest / kSecond);
  const Nanoseconds seconds = static_cast<Nanoseconds>(time.seconds) +
                              sign * static_cast<Nanoseconds>(by.nanoseconds / kSecond) + carried;
  if (seconds < -62'135'596'800.0L || seconds > 253'402'300'799.0L) throw ExpressionError("no such year");
  return {static_cast<std::int64_t>(seconds), static_cast<std::uint32_t>(rest - carried * kSecond)};
}

}  // namespace

Value Arithmetic(BinaryOperator op, const Value& a, const Value& b) {
  switch (a.kind()) {
    case ValueKind::kString: return Value::String(std::string(a.text()) + std::string(b.text()));
    case ValueKind::kFloat: return Floats(op, a.number(), b.number());
    case ValueKind::kDuration:
      return Value::Span({Ints(op, a.duration().nanoseconds, b.duration().nanoseconds)});
    case ValueKind::kTimestamp: return Value::Time(Shifted(op, a.timestamp(), b.duration()));
    default: return Value::Int(Ints(op, a.integer(), b.integer()));
  }
}

Value Negated(const Value& value) {
  if (value.kind() == ValueKind::kFloat) return Value::Float(-value.number());
  const Value zero = value.kind() == ValueKind::kDuration ? Value::Span({}) : Value::Int(0);
  return Arithmetic(BinaryOperator::kSubtract, zero, value);
}

int Compare(const Value& a, const Value& b) {
  const auto order = [](const auto& x, const auto& y) { return x < y ? -1 : (y < x ? 1 : 0); };
  if (a.kind() == ValueKind::kInt) return order(a.integer(), b.integer());
  if (a.kind() == ValueKind::kFloat) return order(a.number(), b.number());
  if (a.kind() == ValueKind::kTimestamp) return order(a.timestamp(), b.timestamp());
  if (a.kind() == ValueKind::kDuration) return order(a.duration(), b.duration());
  return order(a.text(), b.text());
}

std::int64_t CodePoints(std::string_view text) {
  std::int64_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  return count;
}

}  // namespace meshc::property
