// Times as text: RFC 3339 and `1.5s`.
#include <array>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <limits>

#include "mesh/value/time_problem.h"
#include "mesh/value/times.h"

namespace mesh {
namespace {

constexpr std::int64_t kSecond = kNanosecondsPerSecond;
constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

/// Writes times, which are at most so long, digit by digit: every envelope says two or more.
class Printer {
 public:
  void Put(char character) { text_[size_++] = character; }

  /// `count` digits, with zeros in front.
  void Digits(std::size_t count, std::uint32_t number) {
    for (std::size_t i = count; i > 0; --i, number /= 10)
      text_[size_ + i - 1] = static_cast<char>('0' + number % 10);
    size_ += count;
  }

  void Whole(std::int64_t number) {
    char* const to = text_.data() + size_;
    size_ += static_cast<std::size_t>(std::to_chars(to, text_.data() + text_.size(), number).ptr - to);
  }

  /// `.5`, with as many digits as are needed; nothing for 0.
  void Fraction(std::uint32_t nanoseconds) {
    if (nanoseconds == 0) return;
    Put('.');
    Digits(9, nanoseconds);
    while (text_[size_ - 1] == '0') --size_;
  }

  std::string Text() const { return std::string(text_.data(), size_); }

 private:
  std::array<char, 40> text_ = {};
  std::size_t size_ = 0;
};

/// Takes characters off the front of a text.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool done() const { return text_.empty(); }
  bool Take(char wanted) {
    if (text_.empty() || text_.front() != wanted) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool TakeEither(char lower, char upper) { return Take(lower) || Take(upper); }

  /// Exactly `count` digits.
  bool Digits(std::size_t count, int& number) {
    if (text_.size() < count) return false;
    number = 0;
    for (const char digit : text_.substr(0, count)) {
      if (digit < '0' || digit > '9') return false;
      number = number * 10 + (digit - '0');
    }
    text_.remove_prefix(count);
    return true;
  }

  bool Whole(std::int64_t& number) {
    if (text_.empty() || text_.front() < '0' || text_.front() > '9') return false;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), number);
    if (error != std::errc{}) return false;
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return true;
  }

  /// An optional `.123`; at most nine digits.
  bool Fraction(std::int64_t& nanoseconds) {
    nanoseconds = 0;
    if (!Take('.')) return true;
    std::int64_t unit = kSecond;
    int digit = 0;
    while (unit > 1 && Digits(1, digit)) nanoseconds += (unit /= 10) * digit;
    return unit < kSecond && !Digits(1, digit);
  }

 private:
  std::string_view text_;
};

/// `Z` or `+02:00`.
bool ReadOffset(Reader& reader, std::int64_t& seconds) {
  seconds = 0;
  if (reader.TakeEither('z', 'Z')) return true;
  const bool west = reader.Take('-');
  if (!west && !reader.Take('+')) return false;
  int hours = 0;
  int minutes = 0;
  if (!reader.Digits(2, hours) || !reader.Take(':') || !reader.Digits(2, minutes)) return false;
  if (hours > 23 || minutes > 59) return false;
  seconds = (west ? -60 : 60) * (hours * 60 + minutes);
  return true;
}

bool ReadDate(Reader& reader, std::int64_t& days) {
  int year = 0;
  int month = 0;
  int day = 0;
  if (!reader.Digits(4, year) || !reader.Take('-') || !reader.Digits(2, month) || !reader.Take('-') ||
      !reader.Digits(2, day)) {
    return false;
  }
  const std::chrono::year_month_day date{std::chrono::year{year},
                                         std::chrono::month{static_cast<unsigned>(month)},
                                         std::chrono::day{static_cast<unsigned>(day)}};
  days = date.ok() ? std::chrono::sys_days{date}.time_since_epoch().count() : 0;
  return date.ok();
}

/// Seconds of the day; a leap second counts as the first one of the next minute.
bool ReadTimeOfDay(Reader& reader, std::int64_t& seconds) {
  int hour = 0;
  int minute = 0;
  int second = 0;
  if (!reader.Digits(2, hour) || !reader.Take(':') || !reader.Digits(2, minute) || !reader.Take(':') ||
      !reader.Digits(2, second)) {
    return false;
  }
  seconds = (hour * 60 + minute) * 60 + second;
  return hour < 24 && minute < 60 && second <= 60;
}

/// In the years 0000 to 9999, give or take an offset.
std::optional<Timestamp> ReadMoment(std::string_view text) {
  Reader reader(text);
  std::int64_t days = 0;
  std::int64_t seconds = 0;
  std::int64_t fraction = 0;
  std::int64_t offset = 0;
  const bool read = ReadDate(reader, days) && reader.TakeEither('t', 'T') && ReadTimeOfDay(reader, seconds) &&
                    reader.Fraction(fraction) && ReadOffset(reader, offset) && reader.done();
  if (!read) return std::nullopt;
  return Timestamp{days * 86'400 + seconds - offset, static_cast<std::uint32_t>(fraction)};
}

/// Both have the same sign.
bool Combine(std::int64_t seconds, std::int64_t fraction, std::int64_t& nanoseconds) {
  return !__builtin_mul_overflow(seconds, kSecond, &nanoseconds) &&
         !__builtin_add_overflow(nanoseconds, fraction, &nanoseconds);
}

}  // namespace

std::string PrintTimestamp(Timestamp value) {
  const std::chrono::sys_seconds time{std::chrono::seconds{value.seconds}};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date{day};
  const auto second = static_cast<std::uint32_t>((time - day).count());
  Printer out;
  out.Digits(4, static_cast<std::uint32_t>(static_cast<int>(date.year())));
  out.Put('-');
  out.Digits(2, static_cast<unsigned>(date.month()));
  out.Put('-');
  out.Digits(2, static_cast<unsigned>(date.day()));
  out.Put('T');
  out.Digits(2, second / 3600);
  out.Put(':');
  out.Digits(2, second / 60 % 60);
  out.Put(':');
  out.Digits(2, second % 60);
  out.Fraction(value.nanoseconds);
  out.Put('Z');
  return out.Text();
}

std::string PrintDuration(Duration value) {
  Printer out;
  if (value.nanoseconds < 0) out.Put('-');
  out.Whole(std::abs(value.nanoseconds / kSecond));
  out.Fraction(static_cast<std::uint32_t>(std::abs(value.nanoseconds % kSecond)));
  out.Put('s');
  return out.Text();
}

bool ParseTimestamp(std::string_view text, Timestamp& value) {
  const std::optional<Timestamp> time = ReadMoment(text);
  if (!time || !IsWritable(*time)) return false;
  value = *time;
  return true;
}

std::string_view TimestampProblem(std::string_view text) {
  const std::optional<Timestamp> time = ReadMoment(text);
  if (!time) return "is not a time of RFC 3339";
  return IsWritable(*time) ? "" : "is outside of the years 0001 to 9999, which are those of UTC";
}

bool ParseDuration(std::string_view text, Duration& value) {
  Reader reader(text);
  const bool negative = reader.Take('-');
  std::int64_t seconds = 0;
  std::int64_t fraction = 0;
  if (!reader.Whole(seconds) || !reader.Fraction(fraction) || !reader.Take('s') || !reader.done())
    return false;
  if (negative) {
    seconds = -seconds;
    fraction = -fraction;
  }
  return seconds >= -kLargest && Combine(seconds, fraction, value.nanoseconds);
}

std::string_view DurationProblem(std::string_view text) {
  Duration known;
  if (ParseDuration(text, known)) return "";
  Reader reader(text);
  reader.Take('-');
  int digit = 0;
  std::int64_t fraction = 0;
  const bool whole = reader.Digits(1, digit);
  while (reader.Digits(1, digit)) continue;
  if (!whole || !reader.Fraction(fraction) || !reader.Take('s') || !reader.done())
    return "is not a duration such as `1.5s`";
  return "is longer than 292 years, more nanoseconds than 64 bits hold";
}

}  // namespace mesh
