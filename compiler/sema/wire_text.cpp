#include "compiler/sema/wire_text.h"

#include <algorithm>
#include <chrono>

namespace meshc::sema {
namespace {

using types::Constant;
using types::ConstantKind;
using types::TypeKind;

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kFirstSecond = -62'135'596'800;  // 0001-01-01T00:00:00Z
constexpr std::int64_t kLastSecond = 253'402'300'799;   // 9999-12-31T23:59:59Z

/// Takes exactly `count` digits off the front.
bool TakeDigits(llvm::StringRef& text, std::size_t count, std::int64_t& number) {
  const llvm::StringRef digits = text.take_front(count);
  const bool plain =
      digits.size() == count && digits.find_first_not_of("0123456789") == llvm::StringRef::npos;
  text = text.drop_front(digits.size());
  return plain && !digits.getAsInteger(10, number);
}

/// An optional `.123`, in nanoseconds.
bool TakeFraction(llvm::StringRef& text, std::int64_t& nanoseconds) {
  nanoseconds = 0;
  if (!text.consume_front(".")) return true;
  std::int64_t unit = kSecond;
  while (!text.empty() && text.front() >= '0' && text.front() <= '9' && unit > 1) {
    unit /= 10;
    nanoseconds += (text.front() - '0') * unit;
    text = text.drop_front();
  }
  return unit < kSecond;
}

bool TakeDate(llvm::StringRef& text, std::int64_t& days) {
  std::int64_t year = 0;
  std::int64_t month = 0;
  std::int64_t day = 0;
  if (!TakeDigits(text, 4, year) || !text.consume_front("-") || !TakeDigits(text, 2, month) ||
      !text.consume_front("-") || !TakeDigits(text, 2, day)) {
    return false;
  }
  const std::chrono::year_month_day date{std::chrono::year{static_cast<int>(year)},
                                         std::chrono::month{static_cast<unsigned>(month)},
                                         std::chrono::day{static_cast<unsigned>(day)}};
  if (!date.ok()) return false;
  days = std::chrono::sys_days{date}.time_since_epoch().count();
  return true;
}

bool TakeClock(llvm::StringRef& text, std::int64_t& seconds) {
  std::int64_t hour = 0;
  std::int64_t minute = 0;
  std::int64_t second = 0;
  if (!TakeDigits(text, 2, hour) || !text.consume_front(":") || !TakeDigits(text, 2, minute) ||
      !text.consume_front(":") || !TakeDigits(text, 2, second)) {
    return false;
  }
  seconds = (hour * 60 + minute) * 60 + second;
  return hour < 24 && minute < 60 && second <= 60;
}

/// `Z` or `+02:00`.
bool TakeOffset(llvm::StringRef& text, std::int64_t& seconds) {
  seconds = 0;
  if (text.consume_front("Z") || text.consume_front("z")) return true;
  const bool west = text.consume_front("-");
  std::int64_t hours = 0;
  std::int64_t minutes = 0;
  if ((!west && !text.consume_front("+")) || !TakeDigits(text, 2, hours) || !text.consume_front(":") ||
      !TakeDigits(text, 2, minutes)) {
    return false;
  }
  seconds = (west ? -60 : 60) * (hours * 60 + minutes);
  return hours < 24 && minutes < 60;
}

std::optional<std::int64_t> Combine(std::int64_t seconds, std::int64_t fraction) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(seconds, kSecond, &result) ||
      __builtin_add_overflow(result, fraction, &result)) {
    return std::nullopt;
  }
  return result;
}

std::optional<Constant> ReadTimestamp(llvm::StringRef text) {
  std::int64_t days = 0;
  std::int64_t clock = 0;
  std::int64_t fraction = 0;
  std::int64_t offset = 0;
  if (!TakeDate(text, days) || !(text.consume_front("T") || text.consume_front("t")) ||
      !TakeClock(text, clock) || !TakeFraction(text, fraction) || !TakeOffset(text, offset) ||
      !text.empty()) {
    return std::nullopt;
  }
  const std::int64_t seconds = days * 24 * 3600 + clock - offset;
  if (seconds < kFirstSecond || seconds > kLastSecond) return std::nullopt;
  Constant time;
  time.kind = ConstantKind::kTimestamp;
  time.integer = seconds;
  time.number = static_cast<double>(fraction);
  return time;
}

/// `1.5s`, perhaps with a minus.
std::optional<std::int64_t> ReadDurationText(llvm::StringRef text) {
  const bool negative = text.consume_front("-");
  std::int64_t seconds = 0;
  std::int64_t fraction = 0;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || digits > 18 || !TakeDigits(text, digits, seconds) || !TakeFraction(text, fraction) ||
      text != "s") {
    return std::nullopt;
  }
  const auto result = Combine(seconds, fraction);
  return result && negative ? std::optional(-*result) : result;
}

std::optional<Constant> ReadBytes(llvm::StringRef text) {
  constexpr llvm::StringLiteral kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (text.size() % 4 != 0) return std::nullopt;
  const std::size_t padding = text.endswith("==") ? 2 : text.endswith("=") ? 1 : 0;
  Constant constant;
  constant.kind = ConstantKind::kBytes;
  std::uint32_t bits = 0;
  std::uint32_t count = 0;
  for (const char c : text.drop_back(padding)) {
    const std::size_t digit = kDigits.find(c);
    if (digit == llvm::StringRef::npos) return std::nullopt;
    bits = (bits << 6U | static_cast<std::uint32_t>(digit)) & 0xffffU;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    constant.text += static_cast<char>(bits >> count & 0xffU);
  }
  return constant;
}

}  // namespace

std::optional<Constant> ReadWireText(TypeKind kind, llvm::StringRef text) {
  if (kind == TypeKind::kBytes) return ReadBytes(text);
  if (kind == TypeKind::kTimestamp) return ReadTimestamp(text);
  if (kind != TypeKind::kDuration) return std::nullopt;
  const auto nanoseconds = ReadDurationText(text);
  return nanoseconds ? std::optional(Constant::Duration(*nanoseconds)) : std::nullopt;
}

std::string_view WireTextExample(TypeKind kind) {
  if (kind == TypeKind::kTimestamp)
    return "a timestamp looks like \"2024-05-01T12:00:00Z\", in the years 0001 to 9999";
  if (kind == TypeKind::kDuration) return "a duration looks like \"1.5s\"";
  return "bytes are written in base64";
}

}  // namespace meshc::sema
