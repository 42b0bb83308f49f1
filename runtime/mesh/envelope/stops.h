// The stops that an envelope has done: `prev`. A long loop is written as one stop with a count;
// nothing is dropped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/envelope/envelope.h"

namespace mesh {

/// So many entries are kept one by one before repetitions at the end are folded.
inline constexpr std::size_t kUnfoldedStops = 32;
/// Rounds of a loop with more entries than that are not folded.
inline constexpr std::size_t kLongestRound = 16;

/// Adds a stop and folds what it repeats: `a b a b` becomes `2 x [a b]`.
void AppendStop(std::vector<Stop>& prev, std::string_view name);

/// Every stop, one by one, in order.
std::vector<std::string> ExpandStops(const std::vector<Stop>& prev);

/// The stop that was done last; empty: none was. A part of `prev`.
std::string_view LastStop(const std::vector<Stop>& prev);

bool operator==(const Stop& a, const Stop& b);

}  // namespace mesh
