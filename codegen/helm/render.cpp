#include "codegen/helm/render.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "codegen/common/printable.h"

namespace meshc::codegen::helm {
namespace {

constexpr const char* kChartVersion = "0.1.0";
constexpr const char* kAppVersion = "0.1.0";

/// Emits a key; quoted where a reader of YAML 1.1 would take it for a bool or null.
void Key(YAML::Emitter& out, const std::string& key) {
  static constexpr std::array<std::string_view, 10> kWords = {"y",     "n",  "yes", "no",   "true",
                                                              "false", "on", "off", "null", "~"};
  std::string lowered = key;
  std::transform(lowered.begin(), lowered.end(), lowered.begin(),
                 [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
  out << YAML::Key;
  if (std::find(kWords.begin(), kWords.end(), lowered) != kWords.end()) out << YAML::DoubleQuoted;
  out << key << YAML::Value;
}

template <typename T>
void Entry(YAML::Emitter& out, const std::string& key, const T& value) {
  Key(out, key);
  out << value;
}

/// Text that people wrote is always quoted, and has no character that readers of YAML refuse.
void Text(YAML::Emitter& out, const std::string& key, const std::string& value) {
  Key(out, key);
  out << YAML::DoubleQuoted << Printable(value);
}

void Begin(YAML::Emitter& out, const std::string& key) {
  Key(out, key);
  out << YAML::BeginMap;
}

void End(YAML::Emitter& out) { out << YAML::EndMap; }

void EmitImage(YAML::Emitter& out, const ChartModel& model) {
  Begin(out, "image");
  Text(out, "repository", model.chart);
  Text(out, "tag", "");
  out << YAML::Comment("Empty: the version of the app.");
  Entry(out, "pullPolicy", "IfNotPresent");
  End(out);
  Key(out, "imagePullSecrets");
  out << YAML::Flow << YAML::BeginSeq << YAML::EndSeq;
}

void EmitTransport(YAML::Emitter& out, const ChartModel& model) {
  Begin(out, "transport");
  Entry(out, "kind", "nats");
  Entry(out, "url", "nats://nats:4222");
  Entry(out, "monitoring", "nats:8222");
  Text(out, "account", "$G");
  Text(out, "stream", model.chart);
  Text(out, "authentication", "");
  out << YAML::Comment("Name of a TriggerAuthentication; empty: none.");
  End(out);
}

void EmitAccount(YAML::Emitter& out) {
  Begin(out, "serviceAccount");
  Entry(out, "create", true);
  Text(out, "name", "");
  Key(out, "annotations");
  out << YAML::Flow << YAML::BeginMap << YAML::EndMap;
  End(out);
}

/// As the restricted Pod Security Standard wants it.
void EmitSecurity(YAML::Emitter& out) {
  Begin(out, "podSecurityContext");
  Entry(out, "runAsNonRoot", true);
  Entry(out, "runAsUser", 10001);
  Entry(out, "runAsGroup", 10001);
  Entry(out, "fsGroup", 10001);
  Begin(out, "seccompProfile");
  Entry(out, "type", "RuntimeDefault");
  End(out);
  End(out);
  Begin(out, "securityContext");
  Entry(out, "allowPrivilegeEscalation", false);
  Entry(out, "readOnlyRootFilesystem", true);
  Begin(out, "capabilities");
  Key(out, "drop");
  out << YAML::Flow << YAML::BeginSeq << "ALL" << YAML::EndSeq;
  End(out);
  End(out);
}

void EmitAmounts(YAML::Emitter& out, const char* key, const char* cpu, const char* memory, const char* disk) {
  Begin(out, key);
  Entry(out, "cpu", cpu);
  Entry(out, "memory", memory);
  Entry(out, "ephemeral-storage", disk);
  End(out);
}

/// Loads the binary and all its libraries, which is what can be asked of a host without a port.
void EmitProbe(YAML::Emitter& out, const char* key, int period) {
  Begin(out, key);
  Begin(out, "exec");
  Key(out, "command");
  out << YAML::Flow << YAML::BeginSeq << "/mesh/bin/host"
      << "--version" << YAML::EndSeq;
  End(out);
  Entry(out, "periodSeconds", period);
  Entry(out, "timeoutSeconds", 5);
  End(out);
}

void EmitDefaults(YAML::Emitter& out) {
  Begin(out, "defaults");
  Begin(out, "scale");
  Entry(out, "min", 0);
  Entry(out, "max", 10);
  Entry(out, "per", 5);
  out << YAML::Comment("Waiting messages for each replica.");
  Entry(out, "activation", 0);
  Entry(out, "polling", 15);
  Entry(out, "cooldown", 300);
  End(out);
  Begin(out, "resources");
  EmitAmounts(out, "requests", "100m", "128Mi", "64Mi");
  EmitAmounts(out, "limits", "1000m", "256Mi", "128Mi");
  End(out);
  Entry(out, "threads", 1);
  Entry(out, "terminationGracePeriodSeconds", 45);
  Begin(out, "probes");
  EmitProbe(out, "readinessProbe", 10);
  EmitProbe(out, "livenessProbe", 30);
  End(out);
  End(out);
}

void EmitActor(YAML::Emitter& out, const ActorValues& actor) {
  Begin(out, actor.name);
  Text(out, "queue", actor.queue);
  Entry(out, "kind", actor.router ? "router" : "processor");
  if (!actor.description.empty()) Text(out, "description", actor.description);
  if (!actor.owner.empty()) Text(out, "owner", actor.owner);
  Entry(out, "threads", actor.concurrency);
  Entry(out, "terminationGracePeriodSeconds", actor.grace_seconds);
  Begin(out, "scale");
  Entry(out, "cooldown", actor.cooldown_seconds);
  End(out);
  End(out);
}

std::string Finish(const YAML::Emitter& out) { return std::string(out.c_str(), out.size()) + "\n"; }

}  // namespace

std::string RenderChart(const ChartModel& model) {
  YAML::Emitter out;
  out << YAML::BeginMap;
  Entry(out, "apiVersion", "v2");
  Text(out, "name", model.chart);
  Text(out, "description", "The actors of the mesh " + model.mesh);
  Entry(out, "type", "application");
  Entry(out, "version", kChartVersion);
  Text(out, "appVersion", kAppVersion);
  End(out);
  return Finish(out);
}

std::string RenderValues(const ChartModel& model) {
  YAML::Emitter out;
  out << YAML::Comment("Made by meshc from the mesh " + model.mesh +
                       "; override it with a values file of your own.\n"
                       "What stands at an actor wins over what stands in `defaults`.");
  out << YAML::Newline << YAML::BeginMap;
  Text(out, "mesh", model.mesh);
  EmitImage(out, model);
  EmitTransport(out, model);
  EmitAccount(out);
  EmitSecurity(out);
  EmitDefaults(out);
  Begin(out, "actors");
  for (const ActorValues& actor : model.actors) EmitActor(out, actor);
  End(out);
  End(out);
  return Finish(out);
}

}  // namespace meshc::codegen::helm
