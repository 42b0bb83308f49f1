// What a settings file says of lanes.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mesh::actor {

struct LaneSettings {
  std::vector<std::string> names = {};      ///< Empty: nothing is said.
  std::vector<std::uint32_t> weights = {};  ///< As `names`; empty: strict.
};

/// From `{"names": ["realtime", "batch"], "weights": [9, 1]}`. Else: what is wrong with it.
std::variant<LaneSettings, std::string> ReadLanes(const nlohmann::json& lanes);

}  // namespace mesh::actor
