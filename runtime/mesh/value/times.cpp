#include "mesh/value/times.h"

namespace mesh {
namespace {

struct Parts {
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;  ///< 0 to 999,999,999.
};

/// Rounded down, as a Timestamp is. The earliest second has no whole number of nanoseconds in 64 bits.
Parts Split(Duration span) {
  const Parts parts{span.nanoseconds / kNanosecondsPerSecond, span.nanoseconds % kNanosecondsPerSecond};
  return parts.nanoseconds < 0 ? Parts{parts.seconds - 1, parts.nanoseconds + kNanosecondsPerSecond} : parts;
}

// The seconds of both operands are far from the ends of an int64: no sum of them overflows.
std::optional<Timestamp> Normal(std::int64_t seconds, std::int64_t nanoseconds) {
  if (nanoseconds < 0) {
    seconds -= 1;
    nanoseconds += kNanosecondsPerSecond;
  } else if (nanoseconds >= kNanosecondsPerSecond) {
    seconds += 1;
    nanoseconds -= kNanosecondsPerSecond;
  }
  const Timestamp time{seconds, static_cast<std::uint32_t>(nanoseconds)};
  return IsWritable(time) ? std::optional(time) : std::nullopt;
}

}  // namespace

std::optional<Timestamp> Add(Timestamp time, Duration span) {
  const Parts parts = Split(span);
  return Normal(time.seconds + parts.seconds, time.nanoseconds + parts.nanoseconds);
}

std::optional<Timestamp> Subtract(Timestamp time, Duration span) {
  const Parts parts = Split(span);
  return Normal(time.seconds - parts.seconds, time.nanoseconds - parts.nanoseconds);
}

std::optional<std::int64_t> NanosecondsSinceEpoch(Timestamp time) {
  std::int64_t seconds = time.seconds;
  std::int64_t rest = time.nanoseconds;
  if (seconds < 0 && rest > 0) {  // Of the earliest second that fits, only the end does.
    seconds += 1;
    rest -= kNanosecondsPerSecond;
  }
  std::int64_t sum = 0;
  const bool overflow =
      __builtin_mul_overflow(seconds, kNanosecondsPerSecond, &sum) || __builtin_add_overflow(sum, rest, &sum);
  return overflow ? std::nullopt : std::optional(sum);
}

}  // namespace mesh
