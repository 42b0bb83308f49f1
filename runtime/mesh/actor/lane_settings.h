// What a settings file says of lanes.
#pragma once

#include <string>
#include <variant>

#include <nlohmann/json_fwd.hpp>

#include "mesh/envelope/lanes.h"

namespace mesh::actor {

/// From `{"names": ["realtime", "batch"], "weights": [9, 1]}`. Else: what is wrong with it.
std::variant<Lanes, std::string> ReadLanes(const nlohmann::json& lanes);

}  // namespace mesh::actor
