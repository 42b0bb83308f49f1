#include "compiler/syntax/parse/number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace meshc::syntax {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

struct UnitRow {
  std::string_view name;
  Unit unit;
  Unit smaller;
  int factor;  // How many of the smaller one it is.
};

constexpr std::array kUnits = {
    UnitRow{"ms", Unit::kMilliseconds, Unit::kNone, 0},
    UnitRow{"s", Unit::kSeconds, Unit::kMilliseconds, 1000},
    UnitRow{"m", Unit::kMinutes, Unit::kSeconds, 60},
    UnitRow{"h", Unit::kHours, Unit::kMinutes, 60},
    UnitRow{"d", Unit::kDays, Unit::kHours, 24},
    UnitRow{"Ki", Unit::kKibi, Unit::kNone, 0},
    UnitRow{"Mi", Unit::kMebi, Unit::kKibi, 1024},
    UnitRow{"Gi", Unit::kGibi, Unit::kMebi, 1024},
};

const UnitRow* FindUnit(std::string_view name) {
  for (const UnitRow& row : kUnits) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

const UnitRow* FindUnit(Unit unit) {
  for (const UnitRow& row : kUnits) {
    if (row.unit == unit) return &row;
  }
  return nullptr;
}

// Takes digits with single underscores between them; appends the digits to `digits`.
bool TakeDigits(std::string_view& text, std::string& digits) {
  bool digit = false;
  while (!text.empty() && (IsDigit(text.front()) || (text.front() == '_' && digit))) {
    digit = IsDigit(text.front());
    if (digit) digits += text.front();
    text.remove_prefix(1);
  }
  return digit;
}

struct NumberParts {
  std::string whole;
  std::string fraction;
  std::string exponent;  // With its sign.
  std::string_view suffix;
};

// An `e` without digits behind it is a suffix.
bool TakeExponent(std::string_view& text, std::string& exponent) {
  std::string_view rest = text;
  if (rest.empty() || (rest.front() != 'e' && rest.front() != 'E')) return true;
  rest.remove_prefix(1);
  std::string digits;
  if (!rest.empty() && (rest.front() == '+' || rest.front() == '-')) {
    if (rest.front() == '-') digits = "-";
    rest.remove_prefix(1);
  }
  if (!TakeDigits(rest, digits)) return false;
  exponent = digits;
  text = rest;
  return true;
}

bool Split(std::string_view text, NumberParts& parts) {
  if (!TakeDigits(text, parts.whole)) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (!TakeDigits(text, parts.fraction)) return false;
  }
  if (!TakeExponent(text, parts.exponent)) return false;
  parts.suffix = text;
  return true;
}

Number ReadInteger(const NumberParts& parts, bool negative) {
  Number number;
  const std::string digits = (negative ? "-" : "") + parts.whole;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number.integer);
  number.kind = error == std::errc() ? NumberKind::kInt : NumberKind::kTooLarge;
  return number;
}

Number ReadFloat(const NumberParts& parts, bool negative) {
  Number number;
  number.kind = NumberKind::kFloat;
  const std::string text = parts.whole + (parts.fraction.empty() ? "" : "." + parts.fraction) +
                           (parts.exponent.empty() ? "" : "e" + parts.exponent);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number.number);
  if (error != std::errc()) {
    // Too small is zero, too large is an error; the library tells them not apart.
    const bool tiny = parts.exponent.starts_with('-') ||
                      (parts.exponent.empty() && parts.whole.find_first_not_of('0') == std::string::npos);
    number.number = 0;
    if (!tiny) number.kind = NumberKind::kTooLarge;
  }
  if (negative) number.number = -number.number;
  return number;
}

// Moves digits of the fraction into the value by going to smaller units.
bool Rescale(const NumberParts& parts, std::int64_t& value, Unit& unit) {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max() / 1024 / 1024;
  std::int64_t rest = 0;
  std::int64_t scale = 1;
  for (const char digit : parts.fraction) {
    if (scale > kLargest / 10) return false;
    rest = rest * 10 + (digit - '0');
    scale *= 10;
  }
  while (rest != 0) {
    const UnitRow* row = FindUnit(unit);
    if (row->factor == 0 || std::abs(value) > kLargest ||
        rest > std::numeric_limits<std::int64_t>::max() / row->factor) {
      return false;
    }
    rest *= row->factor;
    value = value * row->factor + (value < 0 ? -1 : 1) * (rest / scale);
    rest %= scale;
    unit = row->smaller;
  }
  return true;
}

Number ReadQuantity(const NumberParts& parts, bool negative) {
  const UnitRow* row = FindUnit(parts.suffix);
  if (row == nullptr || !parts.exponent.empty()) return {NumberKind::kUnknownUnit, 0, 0, Unit::kNone};
  Number number = ReadInteger(parts, negative);
  if (number.kind != NumberKind::kInt) return number;
  number.kind = NumberKind::kQuantity;
  number.unit = row->unit;
  if (!Rescale(parts, number.integer, number.unit)) number.kind = NumberKind::kMalformed;
  return number;
}

}  // namespace

Number ReadNumber(std::string_view text, bool negative) {
  NumberParts parts;
  if (!Split(text, parts)) return {};
  if (!parts.suffix.empty()) {
    const bool letters = parts.suffix.front() != '_' && parts.whole != "0";
    return letters || FindUnit(parts.suffix) != nullptr ? ReadQuantity(parts, negative) : Number{};
  }
  return parts.fraction.empty() && parts.exponent.empty() ? ReadInteger(parts, negative)
                                                          : ReadFloat(parts, negative);
}

}  // namespace meshc::syntax
