// YAML documents as JSON values, so that JSON Schema can judge them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace meshc::test {

/// Every document of the text that is not empty. Throws on malformed YAML.
std::vector<nlohmann::json> ParseYaml(const std::string& text);

}  // namespace meshc::test
