// What `helm template` makes.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace meshc::test {

inline std::vector<const nlohmann::json*> OfKind(const std::vector<nlohmann::json>& objects,
                                                 const std::string& kind) {
  std::vector<const nlohmann::json*> found;
  for (const nlohmann::json& object : objects) {
    if (object.at("kind") == kind) found.push_back(&object);
  }
  return found;
}

}  // namespace meshc::test
