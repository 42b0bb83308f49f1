#include <nlohmann/json.hpp>

#include "mesh/value/json.h"
#include "mesh/value/json_problem.h"

namespace mesh {

std::variant<nlohmann::json, SchemaError> ParseJson(std::string_view text) {
  if (auto problem = FindJsonProblem(text)) return SchemaError{"", problem->Describe()};
  return nlohmann::json::parse(text);
}

}  // namespace mesh
