#include "codegen/helm/settings_file.h"

#include <nlohmann/json.hpp>

namespace meshc::codegen::helm {
namespace {

using Json = nlohmann::ordered_json;

Json ToJson(const Value& value);

struct ToContent {
  Json operator()(const List& list) const {
    Json json = Json::array();
    for (const Value& each : list) json.push_back(ToJson(each));
    return json;
  }
  Json operator()(const Map& map) const {
    Json json = Json::object();
    for (const auto& [key, value] : map) json[key] = ToJson(value);
    return json;
  }
  template <typename T>
  Json operator()(const T& plain) const {
    return plain;
  }
};

Json ToJson(const Value& value) { return std::visit(ToContent(), value.content); }

}  // namespace

std::string RenderSettings(const ChartModel& model) {
  const Map& values = model.files.front().values;
  Json settings = Json::object();
  if (const Value* lanes = Find(values, "lanes")) settings["lanes"] = ToJson(*lanes);
  for (const Entry& actor : std::get<Map>(Find(values, "actors")->content)) {
    if (const Value* calls = Find(std::get<Map>(actor.value.content), "calls"))
      settings["actors"][actor.key] = ToJson(*calls);
  }
  return settings.empty() ? "" : settings.dump(2) + '\n';
}

}  // namespace meshc::codegen::helm
