#include "mesh/actor/lane_settings.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mesh::actor {

namespace {

using Json = nlohmann::json;

/// As in the language. So none is that of another mailbox.
bool IsName(const Json& name) {
  if (!name.is_string()) return false;
  const auto text = name.get<std::string>();
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !text.empty() && std::ranges::all_of(text, plain);
}

bool IsWeight(const Json& weight) {
  return weight.is_number_unsigned() && weight.get<std::uint64_t>() > 0 &&
         weight.get<std::uint64_t>() <= std::numeric_limits<std::uint32_t>::max();
}

std::string ReadNames(const Json& names, Lanes& lanes) {
  if (!names.is_array() || names.empty() || !std::ranges::all_of(names, IsName))
    return "`lanes.names` is no list of names";
  for (const Json& each : names) {
    const auto name = each.get<std::string>();
    if (std::ranges::find(lanes.names, name) != lanes.names.end())
      return fmt::format("`lanes.names` has `{}` twice", name);
    lanes.names.push_back(name);
  }
  return {};
}

std::string ReadWeights(const Json& weights, Lanes& lanes) {
  if (!weights.is_array() || weights.size() != lanes.names.size() || !std::ranges::all_of(weights, IsWeight))
    return "`lanes.weights` is no list of whole numbers from 1 on, one for each name";
  lanes.weights = weights.get<std::vector<std::uint32_t>>();
  return {};
}

}  // namespace

std::variant<Lanes, std::string> ReadLanes(const Json& holder) {
  if (!holder.is_object()) return "`lanes` is not an object";
  for (const auto& [key, value] : holder.items()) {
    if (key != "names" && key != "weights")
      return fmt::format("`lanes.{}` is no part of a settings file", key);
  }
  Lanes lanes;
  if (std::string wrong = ReadNames(holder.value("names", Json()), lanes); !wrong.empty()) return wrong;
  if (const auto weights = holder.find("weights"); weights != holder.end()) {
    if (std::string wrong = ReadWeights(*weights, lanes); !wrong.empty()) return wrong;
  }
  return lanes;
}

}  // namespace mesh::actor
