#include "mesh/expression/operators.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mesh/contract/enumerator.h"
#include "mesh/expression/set.h"

namespace mesh::expression {
namespace {

using contract::Op;

constexpr const char* kMismatch = "an operator does not fit its operands";

bool Fail(std::string& message, const char* text) {
  message = text;
  return false;
}

bool DivideInts(Op op, std::int64_t left, std::int64_t right, Value& result, std::string& message) {
  if (right == 0) return Fail(message, "division by zero");
  if (right == -1) {  // The one quotient that may overflow; its remainder is 0.
    if (op == Op::kRemainder) return Set(result, Value::Int(0));
    if (left == std::numeric_limits<std::int64_t>::min()) return Fail(message, "an int overflows");
  }
  return Set(result, Value::Int(op == Op::kDivide ? left / right : left % right));
}

bool CalculateInts(Op op, std::int64_t left, std::int64_t right, Value& result, std::string& message) {
  std::int64_t number = 0;
  bool overflow = false;
  if (op == Op::kDivide || op == Op::kRemainder) return DivideInts(op, left, right, result, message);
  if (op == Op::kAdd) overflow = __builtin_add_overflow(left, right, &number);
  if (op == Op::kSubtract) overflow = __builtin_sub_overflow(left, right, &number);
  if (op == Op::kMultiply) overflow = __builtin_mul_overflow(left, right, &number);
  if (overflow) return Fail(message, "an int overflows");
  return Set(result, Value::Int(number));
}

bool CalculateFloats(Op op, double left, double right, Value& result, std::string& message) {
  double number = 0;
  if ((op == Op::kDivide || op == Op::kRemainder) && right == 0) return Fail(message, "division by zero");
  if (op == Op::kAdd) number = left + right;
  if (op == Op::kSubtract) number = left - right;
  if (op == Op::kMultiply) number = left * right;
  if (op == Op::kDivide) number = left / right;
  if (op == Op::kRemainder) number = std::fmod(left, right);
  if (!std::isfinite(number)) return Fail(message, "a float overflows");
  return Set(result, Value::Float(number));
}

bool CalculateDurations(Op op, std::int64_t left, std::int64_t right, Value& result, std::string& message) {
  if (op != Op::kAdd && op != Op::kSubtract) return Fail(message, kMismatch);
  std::int64_t sum = 0;
  const bool overflow =
      op == Op::kAdd ? __builtin_add_overflow(left, right, &sum) : __builtin_sub_overflow(left, right, &sum);
  if (overflow) return Fail(message, "a duration overflows");
  return Set(result, Value::Span({sum}));
}

bool Shift(Op op, Timestamp time, Duration by, Value& result, std::string& message) {
  if (op != Op::kAdd && op != Op::kSubtract) return Fail(message, kMismatch);
  const auto shifted = op == Op::kAdd ? Add(time, by) : Subtract(time, by);
  if (!shifted) return Fail(message, "a timestamp leaves the years 0001 to 9999");
  return Set(result, Value::Time(*shifted));
}

bool HaveKinds(const Value& left, ValueKind left_kind, const Value& right, ValueKind right_kind) {
  return left.kind() == left_kind && right.kind() == right_kind;
}

template <typename T>
int Sign(const T& left, const T& right) {
  return left < right ? -1 : right < left ? 1 : 0;
}

}  // namespace

bool Calculate(Op op, Value& left, const Value& right, std::string& message) {
  if (HaveKinds(left, ValueKind::kInt, right, ValueKind::kInt)) {
    return CalculateInts(op, left.integer(), right.integer(), left, message);
  }
  if (HaveKinds(left, ValueKind::kFloat, right, ValueKind::kFloat)) {
    return CalculateFloats(op, left.number(), right.number(), left, message);
  }
  if (HaveKinds(left, ValueKind::kString, right, ValueKind::kString) && op == Op::kAdd) {
    return Set(left, Value::String(std::string(left.text()).append(right.text())));
  }
  if (HaveKinds(left, ValueKind::kDuration, right, ValueKind::kDuration)) {
    return CalculateDurations(op, left.duration().nanoseconds, right.duration().nanoseconds, left, message);
  }
  if (HaveKinds(left, ValueKind::kTimestamp, right, ValueKind::kDuration)) {
    return Shift(op, left.timestamp(), right.duration(), left, message);
  }
  return Fail(message, kMismatch);
}

bool Negate(Value& value, std::string& message) {
  if (value.kind() == ValueKind::kFloat) return Set(value, Value::Float(-value.number()));
  if (value.kind() == ValueKind::kInt)
    return CalculateInts(Op::kSubtract, 0, value.integer(), value, message);
  if (value.kind() != ValueKind::kDuration) return Fail(message, kMismatch);
  return CalculateDurations(Op::kSubtract, 0, value.duration().nanoseconds, value, message);
}

bool Order(const Value& left, const Value& right, int& order) {
  if (left.kind() != right.kind()) return false;
  switch (left.kind()) {
    case ValueKind::kInt: order = Sign(left.integer(), right.integer()); return true;
    case ValueKind::kFloat: order = Sign(left.number(), right.number()); return true;
    case ValueKind::kString: order = Sign(left.text(), right.text()); return true;
    case ValueKind::kTimestamp: order = Sign(left.timestamp(), right.timestamp()); return true;
    case ValueKind::kDuration: order = Sign(left.duration(), right.duration()); return true;
    case ValueKind::kAbsent:
    case ValueKind::kNull:
    case ValueKind::kBool:
    case ValueKind::kBytes:
    case ValueKind::kTooDeep:
    case ValueKind::kExactNumber:
    case ValueKind::kList:
    case ValueKind::kMap:
    case ValueKind::kRecord:
    case ValueKind::kUnion: return false;
  }
  contract::NoSuchEnumerator();
}

bool Compare(Op op, Value& left, const Value& right, std::string& message) {
  if (op == Op::kEqual) return Set(left, Value::Bool(left == right));
  if (op == Op::kNotEqual) return Set(left, Value::Bool(!(left == right)));
  int order = 0;
  if (!Order(left, right, order)) return Fail(message, kMismatch);
  const bool less = op == Op::kLess || op == Op::kLessEqual;
  const bool or_equal = op == Op::kLessEqual || op == Op::kGreaterEqual;
  return Set(left, Value::Bool(order == 0 ? or_equal : (order < 0) == less));
}

bool Contains(Value& element, const Value& container, std::string& message) {
  if (container.kind() == ValueKind::kList) {
    const ValueList& list = container.list();
    return Set(element, Value::Bool(std::find(list.begin(), list.end(), element) != list.end()));
  }
  if (HaveKinds(element, ValueKind::kString, container, ValueKind::kMap)) {
    return Set(element, Value::Bool(container.map().contains(element.text())));
  }
  return Fail(message, kMismatch);
}

}  // namespace mesh::expression
