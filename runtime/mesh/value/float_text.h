// Floats as JSON writes them, by the algorithm Grisu2 (Loitsch, "Printing Floating-Point Numbers Quickly and
// Accurately with Integers", 2010).
#pragma once

#include <cstddef>

namespace mesh {

/// Bytes of any float of 64 bits, with sign, point and exponent.
inline constexpr std::size_t kLongestFloat = 25;

/// Writes a finite float and returns the end of its text; `to` has room for `kLongestFloat` bytes. The text
/// reads back as the same float. It has the fewest digits, or one more for one float in 700. It never
/// changes: keys of effects are made of it.
char* WriteFloat(char* to, double value);

}  // namespace mesh
