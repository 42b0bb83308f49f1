// Why a text is no time, in words that follow it.
#pragma once

#include <string_view>

namespace mesh {

/// `is not a time of RFC 3339`, or that it is one which the language does not know. Empty: ParseTimestamp
/// reads it.
std::string_view TimestampProblem(std::string_view text);
/// Empty: ParseDuration reads it.
std::string_view DurationProblem(std::string_view text);

}  // namespace mesh
