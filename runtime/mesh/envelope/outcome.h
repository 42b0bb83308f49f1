// What the visit of an envelope at an actor came to.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/value/value.h"

namespace mesh {

/// Of a processor.
struct Results {
  ValueList values;  ///< One per declared result; absent: left out.
};
/// Of a router that chooses.
struct Choice {
  contract::Index label = 0;  ///< Of the actor's labels.
};
/// Of a router that plans.
struct Plan {
  std::vector<std::string> steps;  ///< Names.
};
using Outcome = std::variant<Results, Choice, Plan, Error>;

}  // namespace mesh
