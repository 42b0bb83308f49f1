#include "yaml_json.h"

#include <yaml-cpp/yaml.h>

namespace meshc::test {
namespace {

/// A plain scalar by the core schema; a quoted one is text.
nlohmann::json Scalar(const YAML::Node& node) {
  const std::string& text = node.Scalar();
  if (node.Tag() == "!") return text;
  if (text == "true" || text == "false") return text == "true";
  const nlohmann::json number = nlohmann::json::parse(text, nullptr, false);
  return number.is_number() ? number : nlohmann::json(text);
}

nlohmann::json ToJson(const YAML::Node& node) {
  nlohmann::json json;
  if (node.IsScalar()) return Scalar(node);
  if (node.IsSequence()) {
    json = nlohmann::json::array();
    for (const YAML::Node& element : node) json.push_back(ToJson(element));
  }
  if (node.IsMap()) {
    json = nlohmann::json::object();
    for (const auto& entry : node) json[entry.first.Scalar()] = ToJson(entry.second);
  }
  return json;
}

}  // namespace

std::vector<nlohmann::json> ParseYaml(const std::string& text) {
  std::vector<nlohmann::json> documents;
  for (const YAML::Node& node : YAML::LoadAll(text)) {
    if (node.IsDefined() && !node.IsNull()) documents.push_back(ToJson(node));
  }
  return documents;
}

}  // namespace meshc::test
