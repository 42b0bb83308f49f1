#include "tests/property/reference/functions.h"

#include <re2/re2.h>

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <string>

#include "mesh/value/json.h"
#include "tests/property/reference/evaluate.h"
#include "tests/property/reference/operators.h"

namespace meshc::property {
namespace {

using mesh::Value;
using mesh::ValueKind;

std::int64_t Length(const Value& value) {
  if (value.kind() == ValueKind::kString) return CodePoints(value.text());
  if (value.kind() == ValueKind::kBytes) return static_cast<std::int64_t>(value.text().size());
  if (value.kind() == ValueKind::kMap) return static_cast<std::int64_t>(value.map().size());
  return static_cast<std::int64_t>(value.list().size());
}

template <typename Change>
Value EachCharacter(const Value& text, Change change) {
  std::string changed(text.text());
  for (char& c : changed) c = change(c);
  return Value::String(std::move(changed));
}

char UpperLetter(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
char LowerLetter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

Value Trim(const Value& text) {
  std::string_view rest = text.text();
  const auto blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  while (!rest.empty() && blank(rest.front())) rest.remove_prefix(1);
  while (!rest.empty() && blank(rest.back())) rest.remove_suffix(1);
  return Value::String(std::string(rest));
}

bool Found(const Value& text, const Value& pattern) {
  const re2::RE2 compiled(std::string(pattern.text()), re2::RE2::Quiet);
  if (!compiled.ok()) throw ExpressionError("no pattern");
  return re2::RE2::PartialMatch(std::string(text.text()), compiled);
}

Value Extreme(const mesh::ValueList& values, int wanted) {
  Value best = values[0];
  for (const Value& value : values) {
    const int order = Compare(value, best);
    if ((wanted < 0 && order < 0) || (wanted > 0 && order > 0)) best = value;
  }
  return best;
}

Value Absolute(const Value& value) {
  if (value.kind() == ValueKind::kFloat) return Value::Float(std::fabs(value.number()));
  const Value zero = value.kind() == ValueKind::kDuration ? Value::Span({}) : Value::Int(0);
  return Compare(value, zero) < 0 ? Negated(value) : value;
}

/// Only `characters`, and no plus in front.
std::string Decimal(std::string_view text, const char* characters) {
  if (text.empty() || text.front() == '+' || text.find_first_not_of(characters) != std::string_view::npos)
    throw ExpressionError("no number");
  return std::string(text);
}

std::int64_t ReadInt(std::string_view text) {
  const std::string digits = Decimal(text, "-0123456789");
  char* end = nullptr;
  errno = 0;
  const std::int64_t number = std::strtoll(digits.c_str(), &end, 10);
  if (errno != 0 || *end != '\0') throw ExpressionError("no int");
  return number;
}

/// What is too large or too small for a float does not fit.
double ReadFloat(std::string_view text) {
  const std::string digits = Decimal(text, "-+.eE0123456789");
  char* end = nullptr;
  const double number = std::strtod(digits.c_str(), &end);
  const bool vanished =
      number == 0 &&
      digits.substr(0, digits.find_first_of("eE")).find_first_of("123456789") != std::string::npos;
  if (*end != '\0' || std::isinf(number) || vanished) throw ExpressionError("no float");
  return number;
}

Value ToInt(const Value& value) {
  if (value.kind() == ValueKind::kInt) return value;
  if (value.kind() == ValueKind::kString) return Value::Int(ReadInt(value.text()));
  if (value.kind() != ValueKind::kFloat) throw ExpressionError("no int");
  const double truncated = std::trunc(value.number());
  if (!(truncated >= -9223372036854775808.0 && truncated < 9223372036854775808.0))
    throw ExpressionError("range");
  return Value::Int(static_cast<std::int64_t>(truncated));
}

Value ToFloat(const Value& value) {
  if (value.kind() == ValueKind::kFloat) return value;
  if (value.kind() == ValueKind::kInt) return Value::Float(static_cast<double>(value.integer()));
  if (value.kind() != ValueKind::kString) throw ExpressionError("no float");
  return Value::Float(ReadFloat(value.text()));
}

Value ToText(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kString: return value;
    case ValueKind::kBool: return Value::String(value.boolean() ? "true" : "false");
    case ValueKind::kInt: return Value::String(std::to_string(value.integer()));
    case ValueKind::kFloat: return Value::String(mesh::PrintFloat(value.number()));
    case ValueKind::kTimestamp: return Value::String(mesh::PrintTimestamp(value.timestamp()));
    case ValueKind::kDuration: return Value::String(mesh::PrintDuration(value.duration()));
    case ValueKind::kAbsent:
    case ValueKind::kNull:
    case ValueKind::kBytes:
    case ValueKind::kTooDeep:
    case ValueKind::kExactNumber:
    case ValueKind::kList:
    case ValueKind::kMap:
    case ValueKind::kRecord:
    case ValueKind::kUnion: break;
  }
  throw ExpressionError("no text");
}

}  // namespace

Value CallFunction(std::string_view name, const mesh::ValueList& arguments) {
  const Value& a = arguments[0];
  if (name == "len") return Value::Int(Length(a));
  if (name == "lower") return EachCharacter(a, LowerLetter);
  if (name == "upper") return EachCharacter(a, UpperLetter);
  if (name == "trim") return Trim(a);
  if (name == "contains") return Value::Bool(a.text().find(arguments[1].text()) != std::string_view::npos);
  if (name == "starts_with") return Value::Bool(a.text().starts_with(arguments[1].text()));
  if (name == "ends_with") return Value::Bool(a.text().ends_with(arguments[1].text()));
  if (name == "matches") return Value::Bool(Found(a, arguments[1]));
  if (name == "min") return Extreme(arguments, -1);
  if (name == "max") return Extreme(arguments, 1);
  if (name == "abs") return Absolute(a);
  if (name == "int") return ToInt(a);
  if (name == "float") return ToFloat(a);
  if (name == "string") return ToText(a);
  throw std::logic_error("the reference met a function that it does not know");
}

}  // namespace meshc::property
