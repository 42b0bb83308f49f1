// A call that has outlasted its limit.
#pragma once

#include <cstdint>
#include <string_view>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"

namespace mesh::route {

/// What is raised in its place. `error`: whose limit it was, that of the call or of the envelope.
Error NoAnswerWithin(std::int64_t limit_ns, contract::BuiltinError error, std::string_view actor);

}  // namespace mesh::route
