// A number that is only ever added up: nanoseconds, hops, messages, billionths of money.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace meshc::budget {

/// Never negative. What would overflow stays at the largest bounded value; an unbounded amount is
/// larger than every other one.
class Amount {
 public:
  static constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max() - 1;

  constexpr Amount() = default;
  explicit constexpr Amount(std::int64_t value) : value_(value < kLargest ? value : kLargest) {}
  static constexpr Amount Unbounded() {
    Amount amount;
    amount.value_ = kUnbounded;
    return amount;
  }

  constexpr bool is_bounded() const { return value_ != kUnbounded; }
  /// The true value is this one or a larger one.
  constexpr bool is_saturated() const { return value_ == kLargest; }
  /// Only of a bounded amount.
  constexpr std::int64_t value() const { return value_; }

  friend Amount operator+(Amount a, Amount b);
  /// Nothing stays nothing, however often it is taken.
  friend Amount operator*(Amount a, Amount b);
  friend constexpr auto operator<=>(Amount, Amount) = default;

 private:
  static constexpr std::int64_t kUnbounded = std::numeric_limits<std::int64_t>::max();
  std::int64_t value_ = 0;
};

}  // namespace meshc::budget
