// What a visit came to, in words.
#pragma once

#include <string>
#include <string_view>

#include "mesh/observation/events.h"

namespace mesh::observation {

/// `returned`, `chose answer`, `planned look_up, answer`, `raised rate_limited`; `replayed`: from stored
/// results.
std::string DescribeOutcome(const Handled& handled);
std::string DescribeOutcome(const Refused& refused);

/// The error that the visit has raised; empty: none.
std::string_view ErrorOf(const Handled& handled);

/// The point that it is at; empty: there is no such point.
std::string_view PointOf(const Visit& visit);

}  // namespace mesh::observation
