// Programs as text: what a message shows of an expression that fails. The table holds no source, so the
// text is read back from the instructions: canonical, the same for every layout of the flow.
#pragma once

#include <string>

#include "mesh/contract/route_table.h"

namespace mesh::route {

/// The expression as it would stand in a Flow file, shortened if it is long. Names and literals only, never
/// a value of the payload. `point` is where it is evaluated; `program` is well formed.
std::string ExpressionText(const contract::RouteTable& table, const contract::Point& point,
                           contract::Index program);

/// "`total / count`, at `support/if`": where and what, for the message of an `expression_error`.
std::string ExpressionPlace(const contract::RouteTable& table, const contract::Point& point,
                            contract::Index program);

}  // namespace mesh::route
