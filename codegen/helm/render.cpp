#include "codegen/helm/render.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "codegen/common/printable.h"

namespace meshc::codegen::helm {
namespace {

constexpr const char* kAppVersion = "0.1.0";

/// Emits a key; quoted where a reader of YAML 1.1 would take it for a bool, null or a number.
void EmitKey(YAML::Emitter& out, const std::string& key) {
  static constexpr std::array<std::string_view, 10> kWords = {"y",     "n",  "yes", "no",   "true",
                                                              "false", "on", "off", "null", "~"};
  std::string lowered = key;
  std::transform(lowered.begin(), lowered.end(), lowered.begin(),
                 [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
  out << YAML::Key;
  const bool plain = !key.empty() && (key[0] == '_' || (lowered[0] >= 'a' && lowered[0] <= 'z'));
  if (!plain || std::find(kWords.begin(), kWords.end(), lowered) != kWords.end()) out << YAML::DoubleQuoted;
  out << Printable(key) << YAML::Value;
}

void Emit(YAML::Emitter& out, const Value& value);

struct ContentEmitter {
  YAML::Emitter& out;

  /// Always quoted, and with no character that readers of YAML refuse.
  void operator()(const std::string& text) const { out << YAML::DoubleQuoted << Printable(text); }
  void operator()(std::int64_t number) const { out << number; }
  void operator()(bool flag) const { out << flag; }
  void operator()(const List& list) const {
    const bool plain = std::none_of(list.begin(), list.end(), [](const Value& value) {
      return std::holds_alternative<Map>(value.content);
    });
    if (plain) out << YAML::Flow;
    out << YAML::BeginSeq;
    for (const Value& value : list) Emit(out, value);
    out << YAML::EndSeq;
  }
  void operator()(const Map& map) const {
    if (map.empty()) out << YAML::Flow;
    out << YAML::BeginMap;
    for (const Entry& entry : map) {
      EmitKey(out, entry.key);
      Emit(out, entry.value);
    }
    out << YAML::EndMap;
  }
};

void Emit(YAML::Emitter& out, const Value& value) {
  std::visit(ContentEmitter{out}, value.content);
  if (!value.comment.empty()) out << YAML::Comment(value.comment);
}

std::string Finish(const YAML::Emitter& out) { return std::string(out.c_str(), out.size()) + "\n"; }

}  // namespace

std::string RenderChart(const ChartModel& model, const std::string& version) {
  YAML::Emitter out;
  Emit(out, {Map{{"apiVersion", Text("v2")},
                 {"name", Text(model.chart)},
                 {"description", Text("The actors of the mesh " + model.mesh)},
                 {"type", Text("application")},
                 {"version", Text(version)},
                 {"appVersion", Text(kAppVersion)}}});
  return Finish(out);
}

std::string RenderValues(const ValuesFile& file) {
  YAML::Emitter out;
  out << YAML::Comment(file.about) << YAML::Newline;
  Emit(out, {file.values});
  return Finish(out);
}

}  // namespace meshc::codegen::helm
