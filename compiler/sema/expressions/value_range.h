// Which numbers an expression can yield, by the bounds of the types that it reads. Pure functions.
#pragma once

#include <limits>
#include <string>

#include "compiler/sema/context.h"

namespace meshc::sema {

/// From `min` to `max`, both included; infinite: no bound is known. Never too narrow. A `long double` holds
/// every `int` exactly. Times are in nanoseconds.
struct ValueRange {
  long double min = -std::numeric_limits<long double>::infinity();
  long double max = std::numeric_limits<long double>::infinity();

  bool IsOne(long double value) const { return min == value && max == value; }
};

/// The range of a number, a duration, or a `len`; of everything else, and of what was reported, all numbers.
ValueRange RangeOf(Context& context, const syntax::Expression& e);

/// How many elements a list can have, or how many characters a string.
ValueRange LengthOf(Context& context, const syntax::Expression& e);

/// True if the expression reads nothing: its value is written in the source.
bool IsWritten(const syntax::Expression& e);

/// As it is written in source.
std::string PrintNumber(long double value, types::TypeKind type);
/// "at least 1", "between -1.0 and 1.0", "always 3".
std::string PrintRange(const ValueRange& range, types::TypeKind type);

}  // namespace meshc::sema
