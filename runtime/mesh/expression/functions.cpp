#include "mesh/expression/functions.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <re2/re2.h>

#include "mesh/contract/enumerator.h"
#include "mesh/expression/conversions.h"
#include "mesh/expression/operators.h"
#include "mesh/expression/set.h"
#include "mesh/value/utf8.h"

namespace mesh::expression {
namespace {

using contract::Function;

bool Misfit(std::string& message, const char* function) {
  message = fmt::format("`{}` does not fit its arguments", function);
  return false;
}

bool Length(Value& value, std::string& message) {
  std::size_t length = 0;
  if (value.kind() == ValueKind::kString)
    length = CountCodePoints(value.text()).value_or(value.text().size());
  else if (value.kind() == ValueKind::kBytes)
    length = value.text().size();
  else if (value.kind() == ValueKind::kList)
    length = value.list().size();
  else if (value.kind() == ValueKind::kMap)
    length = value.map().size();
  else
    return Misfit(message, "len");
  return Set(value, Value::Int(static_cast<std::int64_t>(length)));
}

bool ChangeCase(Value& value, char first, char last, const char* function, std::string& message) {
  constexpr char kCaseBit = 'a' ^ 'A';
  if (value.kind() != ValueKind::kString) return Misfit(message, function);
  std::string text(value.text());
  for (char& character : text) {
    if (character >= first && character <= last) character = static_cast<char>(character ^ kCaseBit);
  }
  return Set(value, Value::String(std::move(text)));
}

bool Trim(Value& value, std::string& message) {
  constexpr std::string_view kSpaces = " \t\n\v\f\r";
  if (value.kind() != ValueKind::kString) return Misfit(message, "trim");
  const std::string_view text = value.text();
  const std::size_t first = std::min(text.find_first_not_of(kSpaces), text.size());
  const std::size_t end = text.find_last_not_of(kSpaces) + 1;
  return Set(value, Value::String(std::string(text.substr(first, std::max(first, end) - first))));
}

bool Search(Function function, std::span<Value> arguments, std::string& message) {
  if (arguments[0].kind() != ValueKind::kString || arguments[1].kind() != ValueKind::kString) {
    return Misfit(message, "contains");
  }
  const std::string_view text = arguments[0].text();
  const std::string_view part = arguments[1].text();
  bool found = text.find(part) != std::string_view::npos;
  if (function == Function::kStartsWith) found = text.starts_with(part);
  if (function == Function::kEndsWith) found = text.ends_with(part);
  return Set(arguments[0], Value::Bool(found));
}

bool Matches(std::span<Value> arguments, const re2::RE2* compiled, std::string& message) {
  if (arguments[0].kind() != ValueKind::kString || arguments[1].kind() != ValueKind::kString) {
    return Misfit(message, "matches");
  }
  const auto piece = [](std::string_view text) { return re2::StringPiece(text.data(), text.size()); };
  if (compiled != nullptr && compiled->pattern() == arguments[1].text()) {
    return Set(arguments[0], Value::Bool(re2::RE2::PartialMatch(piece(arguments[0].text()), *compiled)));
  }
  const re2::RE2 pattern(piece(arguments[1].text()), re2::RE2::Quiet);
  if (!pattern.ok()) {
    message = fmt::format("`{}` is not a pattern: {}", arguments[1].text(), pattern.error());
    return false;
  }
  return Set(arguments[0], Value::Bool(re2::RE2::PartialMatch(piece(arguments[0].text()), pattern)));
}

bool Extreme(std::span<Value> arguments, int wanted, std::string& message) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    int order = 0;
    if (!Order(arguments[i], arguments[best], order)) return Misfit(message, wanted < 0 ? "min" : "max");
    if (order == wanted) best = i;
  }
  if (best != 0) arguments[0] = std::move(arguments[best]);
  return true;
}

bool Absolute(Value& value, std::string& message) {
  // Not `< 0`: negative zero has a sign, too.
  const bool negative = (value.kind() == ValueKind::kInt && value.integer() < 0) ||
                        (value.kind() == ValueKind::kFloat && std::signbit(value.number())) ||
                        (value.kind() == ValueKind::kDuration && value.duration() < Duration{});
  if (negative) return Negate(value, message);
  const bool fits = value.kind() == ValueKind::kInt || value.kind() == ValueKind::kFloat ||
                    value.kind() == ValueKind::kDuration;
  return fits || Misfit(message, "abs");
}

}  // namespace

bool CallFunction(Function function, std::span<Value> arguments, const re2::RE2* pattern,
                  std::string& message) {
  Value& first = arguments[0];
  switch (function) {
    case Function::kLen: return Length(first, message);
    case Function::kLower: return ChangeCase(first, 'A', 'Z', "lower", message);
    case Function::kUpper: return ChangeCase(first, 'a', 'z', "upper", message);
    case Function::kTrim: return Trim(first, message);
    case Function::kContains:
    case Function::kStartsWith:
    case Function::kEndsWith: return Search(function, arguments, message);
    case Function::kMatches: return Matches(arguments, pattern, message);
    case Function::kMin: return Extreme(arguments, -1, message);
    case Function::kMax: return Extreme(arguments, 1, message);
    case Function::kAbs: return Absolute(first, message);
    case Function::kToInt: return ToInt(first, message);
    case Function::kToFloat: return ToFloat(first, message);
    case Function::kToString: return ToString(first, message);
  }
  contract::NoSuchEnumerator();
}

}  // namespace mesh::expression
