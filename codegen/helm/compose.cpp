#include "codegen/helm/compose.h"

#include <algorithm>

#include <fmt/format.h>

#include "codegen/helm/build_workloads.h"
#include "codegen/helm/render.h"

namespace meshc::codegen::helm {
namespace {

/// What ends within it may end by itself: as long as the slowest pod of the chart has.
std::int64_t GraceOf(const ir::Mesh& mesh) {
  const HandlerTimes times(mesh);
  std::int64_t longest = 0;
  for (const types::ActorId actor : mesh.declarations.actors.ids())
    longest = std::max(longest, times.Of(actor, std::nullopt));
  Map needed;
  AddHandlerTimes(longest, needed);
  return std::get<std::int64_t>(Find(needed, "terminationGracePeriodSeconds")->content);
}

Map HealthCheck(List test) {
  return {{"test", {std::move(test)}},
          {"interval", Text("5s")},
          {"timeout", Text("5s")},
          {"retries", Number(12)}};
}

/// As the restricted Pod Security Standard wants it of pods.
void Restrict(Map& service) {
  service.push_back({"read_only", Flag(true)});
  service.push_back({"cap_drop", {List{Text("ALL")}}});
  service.push_back({"security_opt", {List{Text("no-new-privileges:true")}}});
}

Value After(const char* service, const char* condition) {
  return {Map{{service, {Map{{"condition", Text(condition)}}}}}};
}

/// Envelopes and what the mesh remembers are in its volume: a store of its own is not needed.
Map BuildBroker() {
  Map broker;
  broker.push_back({"image", Text("${BROKER_IMAGE:-nats:2.10-alpine}")});
  broker.push_back({"command", {List{Text("-js"), Text("-sd"), Text("/data"), Text("-m"), Text("8222")}}});
  broker.push_back(
      {"ports", {List{Text("127.0.0.1:${BROKER_PORT:-4222}:4222")}, "For who submits from outside."}});
  broker.push_back({"volumes", {List{Text("broker:/data")}}});
  broker.push_back({"healthcheck",
                    {HealthCheck({Text("CMD"), Text("wget"), Text("-q"), Text("-O"), Text("/dev/null"),
                                  Text("http://127.0.0.1:8222/healthz?js-enabled-only=true")})}});
  broker.push_back({"restart", Text("unless-stopped")});
  Restrict(broker);
  return broker;
}

constexpr const char* kTransport = "--transport=nats://broker:4222";

/// What runs the host of the mesh.
Map BuildHost(const ChartModel& model) {
  return {{"image", Text(model.chart)},
          {"build", {Map{{"context", Text("..")}, {"dockerfile", Text("deploy/Dockerfile")}}}}};
}

Map BuildProvision(const ChartModel& model) {
  Map service = BuildHost(model);
  service.push_back({"command", {List{Text("--provision"), Text(kTransport)}}});
  service.push_back({"depends_on", After("broker", "service_healthy")});
  Restrict(service);
  return service;
}

/// All actors in one process, of which there may be several.
Map BuildHosts(const ChartModel& model, std::int64_t grace) {
  Map service = BuildHost(model);
  service.push_back({"command",
                     {List{Text("--serve"), Text(kTransport), Text("--http=:8080"),
                           Text(fmt::format("--grace={}", grace - 5))}}});
  service.push_back({"depends_on", After("provision", "service_completed_successfully")});
  service.push_back({"tmpfs", {List{Text("/tmp")}}});
  service.push_back(
      {"healthcheck", {HealthCheck({Text("CMD"), Text("/mesh/bin/host"), Text("--ready=:8080")})}});
  service.push_back({"stop_grace_period", Text(fmt::format("{}s", grace))});
  service.push_back({"restart", Text("unless-stopped")});
  Restrict(service);
  return service;
}

}  // namespace

std::string RenderCompose(const ir::Mesh& mesh, const ChartModel& model) {
  const Map services{{"broker", {BuildBroker()}},
                     {"provision", {BuildProvision(model)}},
                     {"mesh", {BuildHosts(model, GraceOf(mesh))}}};
  const Map volumes{{"broker", {Map{}, "Envelopes on their way, and what is remembered of them."}}};
  return RenderValues(
      {"compose.yaml",
       "The mesh " + model.mesh +
           " on one machine: docker compose -f deploy/compose.yaml up --build --scale mesh=2\n"
           "Made by meshc. Handlers get their variables from a compose file of your own beside it.",
       {{"services", {services}}, {"volumes", {volumes}}}});
}

}  // namespace meshc::codegen::helm
