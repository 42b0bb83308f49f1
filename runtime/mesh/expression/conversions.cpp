#include "mesh/expression/conversions.h"

#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "mesh/contract/enumerator.h"
#include "mesh/expression/set.h"
#include "mesh/value/json.h"
#include "mesh/value/json_number.h"

namespace mesh::expression {
namespace {

bool Misfit(const Value& value, const char* type, std::string& message) {
  const bool text = value.kind() == ValueKind::kString;
  message =
      text ? fmt::format("`{}` is not {}", value.text(), type) : fmt::format("the value is not {}", type);
  return false;
}

/// The whole of `text` as a number.
template <typename Number>
std::optional<Number> Parse(std::string_view text) {
  Number number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

}  // namespace

bool ToInt(Value& value, std::string& message) {
  constexpr double kLimit = 9223372036854775808.0;
  if (value.kind() == ValueKind::kInt) return true;
  if (value.kind() == ValueKind::kFloat) {
    const double whole = std::trunc(value.number());
    if (whole >= -kLimit && whole < kLimit) return Set(value, Value::Int(static_cast<std::int64_t>(whole)));
  }
  if (value.kind() == ValueKind::kString) {
    if (const auto number = Parse<std::int64_t>(value.text())) return Set(value, Value::Int(*number));
  }
  if (value.kind() == ValueKind::kExactNumber) {
    if (const auto number = WholeNumber(value.text())) return Set(value, Value::Int(*number));
  }
  return Misfit(value, "an int", message);
}

bool ToFloat(Value& value, std::string& message) {
  if (value.kind() == ValueKind::kFloat) return true;
  if (value.kind() == ValueKind::kInt) return Set(value, Value::Float(static_cast<double>(value.integer())));
  if (value.kind() == ValueKind::kString || value.kind() == ValueKind::kExactNumber) {
    const auto number = Parse<double>(value.text());
    if (number && std::isfinite(*number)) return Set(value, Value::Float(*number));
  }
  return Misfit(value, "a float", message);
}

bool ToString(Value& value, std::string& message) {
  switch (value.kind()) {
    case ValueKind::kString: return true;
    case ValueKind::kExactNumber: return Set(value, Value::String(std::string(value.text())));
    case ValueKind::kBool: return Set(value, Value::String(value.boolean() ? "true" : "false"));
    case ValueKind::kInt: return Set(value, Value::String(std::to_string(value.integer())));
    case ValueKind::kFloat: return Set(value, Value::String(PrintFloat(value.number())));
    case ValueKind::kTimestamp: return Set(value, Value::String(PrintTimestamp(value.timestamp())));
    case ValueKind::kDuration: return Set(value, Value::String(PrintDuration(value.duration())));
    case ValueKind::kAbsent:
    case ValueKind::kNull:
    case ValueKind::kBytes:
    case ValueKind::kTooDeep:
    case ValueKind::kList:
    case ValueKind::kMap:
    case ValueKind::kRecord:
    case ValueKind::kUnion: return Misfit(value, "text", message);
  }
  contract::NoSuchEnumerator();
}

}  // namespace mesh::expression
