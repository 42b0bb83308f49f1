// What a visit came to, in words.
#pragma once

#include <string>

#include "mesh/actor/handler.h"
#include "mesh/contract/route_table.h"

namespace mesh::host {

/// `returned`, `chose answer`, `planned a, b`, `raised rate_limited`
std::string DescribeOutcome(const contract::RouteTable& table, const contract::Actor& actor,
                            const actor::Outcome& outcome);

}  // namespace mesh::host
