// What a visit came to, in words.
#pragma once

#include <string>
#include <string_view>

#include "mesh/actor/handler.h"
#include "mesh/contract/route_table.h"

namespace mesh::host {

/// `returned`, `chose answer`, `planned a, b`, `raised rate_limited`
std::string DescribeOutcome(const contract::RouteTable& table, const contract::Actor& actor,
                            const actor::Outcome& outcome);

/// The error that such words name; empty: they name none.
std::string_view ErrorOf(std::string_view outcome);

}  // namespace mesh::host
