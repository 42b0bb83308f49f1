// The value of a number as written: `42`, `1_000`, `3.5`, `1e-3`, `30s`, `512Mi`, `500m`.
#pragma once

#include <cstdint>
#include <string_view>

#include "compiler/syntax/node.h"

namespace meshc::syntax {

enum class NumberKind : std::uint8_t { kMalformed, kUnknownUnit, kTooLarge, kInt, kFloat, kQuantity };

struct Number {
  NumberKind kind = NumberKind::kMalformed;
  std::int64_t integer = 0;  ///< kInt, kQuantity.
  double number = 0;         ///< kFloat.
  Unit unit = Unit::kNone;   ///< kQuantity.
};

/// With `negative`, the value of `-text`: one more fits than without. A fraction before a unit is
/// turned into a smaller unit where that is exact: `1.5s` is 1500 ms.
Number ReadNumber(std::string_view text, bool negative);

}  // namespace meshc::syntax
