// Times: moments and lengths of time, their sums, and how they look as text.
//
// A handler meets both types as they stand here. Pure values; any thread.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mesh {

/// A moment in UTC: whole seconds since 1970-01-01T00:00:00Z, rounded down, and what is left of a
/// second. A moment before 1970 thus has negative seconds and, like every other one, nanoseconds
/// from 0 to 999,999,999. The language knows the years 0001 to 9999 (`IsWritable`); a handler's
/// result outside of them is a `contract_violation`.
struct Timestamp {
  std::int64_t seconds = 0;
  std::uint32_t nanoseconds = 0;

  friend auto operator<=>(Timestamp, Timestamp) = default;

  /// From a clock that counts nanoseconds since 1970: the years 1677 to 2262.
  static constexpr Timestamp FromNanoseconds(std::int64_t since_epoch);
  /// From `std::chrono::system_clock::now()` and the like; what is finer than nanoseconds is cut off.
  template <typename Unit>
  static constexpr Timestamp FromChrono(std::chrono::sys_time<Unit> time);
};

/// A length of time, in nanoseconds: up to 292 years either way.
struct Duration {
  std::int64_t nanoseconds = 0;
  friend auto operator<=>(Duration, Duration) = default;
};

inline constexpr std::uint32_t kNanosecondsPerSecond = 1'000'000'000;
inline constexpr Timestamp kFirstTimestamp{-62'135'596'800, 0};           ///< 0001-01-01T00:00:00Z
inline constexpr Timestamp kLastTimestamp{253'402'300'799, 999'999'999};  ///< 9999-12-31T23:59:59.999999999Z

/// True for what RFC 3339 can write and the language knows.
constexpr bool IsWritable(Timestamp time) {
  return time.nanoseconds < kNanosecondsPerSecond && time >= kFirstTimestamp && time <= kLastTimestamp;
}

/// `time + span`, or nothing outside of the years that the language knows. `time` is writable.
std::optional<Timestamp> Add(Timestamp time, Duration span);
std::optional<Timestamp> Subtract(Timestamp time, Duration span);
/// Nanoseconds since 1970, or nothing outside of the years 1677 to 2262.
std::optional<std::int64_t> NanosecondsSinceEpoch(Timestamp time);

/// RFC 3339 with as many fraction digits as are needed, in UTC. `time` is writable.
std::string PrintTimestamp(Timestamp time);
/// `1.5s`
std::string PrintDuration(Duration value);
/// RFC 3339 with any offset and at most nine fraction digits; false outside of the years 0001 to
/// 9999, counted in UTC.
bool ParseTimestamp(std::string_view text, Timestamp& value);
bool ParseDuration(std::string_view text, Duration& value);

constexpr Timestamp Timestamp::FromNanoseconds(std::int64_t since_epoch) {
  return FromChrono(std::chrono::sys_time<std::chrono::nanoseconds>{std::chrono::nanoseconds{since_epoch}});
}

template <typename Unit>
constexpr Timestamp Timestamp::FromChrono(std::chrono::sys_time<Unit> time) {
  const auto second = std::chrono::floor<std::chrono::seconds>(time);
  const auto rest = std::chrono::floor<std::chrono::nanoseconds>(time - second);
  return {second.time_since_epoch().count(), static_cast<std::uint32_t>(rest.count())};
}

}  // namespace mesh
