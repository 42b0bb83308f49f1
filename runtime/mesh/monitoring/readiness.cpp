#include "mesh/monitoring/readiness.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "mesh/value/json.h"

namespace mesh::monitoring {

using nlohmann::ordered_json;

bool IsReady(const std::vector<Check>& checks) {
  return std::ranges::all_of(checks, [](const Check& check) { return check.problem.empty(); });
}

std::string WriteReadiness(const std::vector<Check>& checks) {
  ordered_json object = {
      {"ready", IsReady(checks)}, {"not_ready", ordered_json::array()}, {"checks", ordered_json::object()}};
  for (const Check& check : checks) {
    ordered_json& entry = object["checks"][check.part];
    entry["ready"] = check.problem.empty();
    if (check.problem.empty()) continue;
    entry["problem"] = check.problem;
    object["not_ready"].push_back(check.part);
  }
  return WriteJson(object);
}

}  // namespace mesh::monitoring
