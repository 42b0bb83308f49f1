#include "mesh/actor/settings.h"

#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

namespace mesh::actor {

namespace {

using Json = nlohmann::json;

/// `model_url` is `MODEL_URL` in the environment.
std::string VariableName(std::string_view name) {
  std::string variable(name);
  for (char& c : variable) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return variable;
}

/// Reads the member `settings` of `holder`, if there is one. Returns what is wrong; empty: nothing.
std::string ReadTexts(const Json& holder, const std::string& where, Settings::Texts& texts) {
  for (const auto& [key, value] : holder.items()) {
    if (key != "settings") return fmt::format("`{}{}` is no part of a settings file", where, key);
    if (!value.is_object()) return fmt::format("`{}settings` is not an object", where);
    for (const auto& [name, text] : value.items()) {
      if (text.is_structured() || text.is_null())
        return fmt::format("`{}settings.{}` is neither a text nor a number nor a boolean", where, name);
      texts[name] = text.is_string() ? text.get<std::string>() : text.dump();
    }
  }
  return {};
}

Json WithoutCalls(const Json& holder) {
  Json rest = Json::object();
  for (const auto& [key, value] : holder.items()) {
    if (!IsCallSetting(key)) rest[key] = value;
  }
  return rest;
}

}  // namespace

std::optional<std::string> Settings::Find(std::string_view name) const {
  if (const auto found = texts_.find(name); found != texts_.end()) return found->second;
  if (const char* variable = std::getenv(VariableName(name).c_str())) return variable;
  return std::nullopt;
}

std::variant<AllSettings, std::string> AllSettings::Parse(std::string_view text) {
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return "it is not a JSON object";
  AllSettings settings;
  if (const auto actors = json.find("actors"); actors != json.end()) {
    if (!actors->is_object()) return "`actors` is not an object";
    for (const auto& [actor, holder] : actors->items()) {
      const std::string where = fmt::format("actors.{}.", actor);
      if (!holder.is_object()) return fmt::format("`actors.{}` is not an object", actor);
      auto calls = ReadCallSettings(holder, where);
      if (auto* wrong = std::get_if<std::string>(&calls)) return std::move(*wrong);
      if (auto& read = std::get<CallSettings>(calls); !read.empty()) settings.calls_[actor] = std::move(read);
      if (auto wrong = ReadTexts(WithoutCalls(holder), where, settings.actors_[actor]); !wrong.empty())
        return wrong;
    }
    json.erase(actors);
  }
  if (const auto lanes = json.find("lanes"); lanes != json.end()) {
    auto read = ReadLanes(*lanes);
    if (auto* wrong = std::get_if<std::string>(&read)) return std::move(*wrong);
    settings.lanes_ = std::get<Lanes>(std::move(read));
    json.erase(lanes);
  }
  if (auto wrong = ReadTexts(json, "", settings.all_); !wrong.empty()) return wrong;
  return settings;
}

AllSettings AllSettings::Only(Settings::Texts texts) {
  AllSettings settings;
  settings.all_ = std::move(texts);
  return settings;
}

Settings AllSettings::Of(std::string_view actor) const {
  const auto own = actors_.find(actor);
  Settings::Texts texts = own == actors_.end() ? Settings::Texts() : own->second;
  // What is there already stays.
  texts.insert(all_.begin(), all_.end());
  return Settings(std::move(texts));
}

std::vector<std::string_view> AllSettings::actors() const {
  std::vector<std::string_view> names;
  for (const auto& [actor, texts] : actors_) names.push_back(actor);
  return names;
}

}  // namespace mesh::actor
