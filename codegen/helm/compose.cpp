#include "codegen/helm/compose.h"

#include <algorithm>

#include <fmt/format.h>

#include "codegen/helm/literal.h"
#include "codegen/helm/render.h"

namespace meshc::codegen::helm {
namespace {

/// What ends within it may end by itself: as long as the slowest pod of the chart has.
std::int64_t GraceOf(const ChartModel& model) {
  std::int64_t longest = 30;  // The default of Kubernetes.
  for (const Entry& actor : std::get<Map>(Find(model.files.front().values, "actors")->content)) {
    const Value* const grace = Find(std::get<Map>(actor.value.content), "terminationGracePeriodSeconds");
    longest = std::max(longest, std::get<std::int64_t>(grace->content));
  }
  return longest;
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

/// Envelopes and what the mesh remembers are in its volume. `image`: the variable of another one.
Map BuildNats(const std::string& name, const std::string& image) {
  Map broker;
  broker.push_back({"image", Text("${" + image + ":-nats:2.10-alpine}")});
  broker.push_back({"command", {List{Text("-js"), Text("-sd"), Text("/data"), Text("-m"), Text("8222")}}});
  broker.push_back({"volumes", {List{Text(name + ":/data")}}});
  broker.push_back({"healthcheck",
                    {HealthCheck({Text("CMD"), Text("wget"), Text("-q"), Text("-O"), Text("/dev/null"),
                                  Text("http://127.0.0.1:8222/healthz?js-enabled-only=true")})}});
  broker.push_back({"restart", Text("unless-stopped")});
  Restrict(broker);
  return broker;
}

/// With a file that is appended to: what it has confirmed outlives it.
Map BuildRedis() {
  Map store;
  store.push_back({"image", Text("${STORE_IMAGE:-redis:7-alpine}")});
  store.push_back({"user", Text("redis")});
  store.push_back({"command",
                   {List{Text("redis-server"), Text("--appendonly"), Text("yes"), Text("--appendfsync"),
                         Text("always"), Text("--dir"), Text("/data")}}});
  store.push_back({"volumes", {List{Text("store:/data")}}});
  store.push_back({"healthcheck", {HealthCheck({Text("CMD"), Text("redis-cli"), Text("ping")})}});
  store.push_back({"restart", Text("unless-stopped")});
  Restrict(store);
  return store;
}

constexpr const char* kUser = "${BROKER_USER:-mesh}";
constexpr const char* kPassword = "${BROKER_PASSWORD:-mesh}";

/// It keeps no state: where the mesh needs some, a server of NATS or Redis stands beside it. Whoever holds a
/// message longer than `redelivery_s` loses it there; 0: as the broker has it by itself.
Map BuildRabbit(std::int64_t redelivery_s) {
  Map broker;
  broker.push_back({"image", Text("${BROKER_IMAGE:-rabbitmq:3.13-management}")});
  broker.push_back({"hostname", Text("broker", "What it keeps is named after it.")});
  broker.push_back({"user", Text("rabbitmq")});
  Map environment{{"RABBITMQ_DEFAULT_USER", Text(kUser)}, {"RABBITMQ_DEFAULT_PASS", Text(kPassword)}};
  if (redelivery_s != 0) {
    environment.push_back({"RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS",
                           Text(fmt::format("-rabbit consumer_timeout {}", 1000 * redelivery_s))});
  }
  broker.push_back({"environment", {std::move(environment)}});
  broker.push_back({"volumes", {List{Text("broker:/var/lib/rabbitmq")}}});
  broker.push_back({"tmpfs", {List{Text("/tmp")}}});
  broker.push_back({"healthcheck",
                    {HealthCheck({Text("CMD"), Text("rabbitmq-diagnostics"), Text("-q"),
                                  Text("check_port_connectivity")})}});
  broker.push_back({"restart", Text("unless-stopped")});
  Restrict(broker);
  return broker;
}

bool IsOnRabbit(const ChartModel& model) { return model.broker == types::TransportKind::kAmqp; }
bool IsOnRedis(const ChartModel& model) { return model.store == types::StateKind::kRedis; }
/// The state is kept by a server beside the broker.
bool HasStore(const ChartModel& model) { return model.store.has_value(); }

/// For who submits from outside.
Map Published(Map server, const std::string& variable, int port) {
  server.push_back({"ports",
                    {List{Text(fmt::format("127.0.0.1:${{{}:-{}}}:{}", variable, port, port))},
                     "For who submits from outside."}});
  return server;
}

/// What a host does, where it finds them and who it is.
void AddCommand(const ChartModel& model, bool settled, const char* task, List options, Map& service) {
  List command{Text(task)};
  const std::string url = IsOnRabbit(model) ? "amqp://broker:5672" : "nats://broker:4222";
  const std::string options_of_url =
      model.redelivery_s == 0 ? "" : fmt::format("?redelivery={}", model.redelivery_s);
  command.push_back(Text("--transport=" + url + options_of_url));
  if (HasStore(model))
    command.push_back(Text(IsOnRedis(model) ? "--state=redis://store:6379" : "--state=nats://store:4222"));
  if (IsOnRabbit(model)) {
    service.push_back(
        {"environment",
         {Map{{"MESH_TRANSPORT_USER", Text(kUser)}, {"MESH_TRANSPORT_PASSWORD", Text(kPassword)}}}});
  }
  if (settled) {
    command.push_back(Text("--settings=/mesh/settings.json"));
    service.push_back({"volumes", {List{Text("./settings.json:/mesh/settings.json:ro")}}});
  }
  command.insert(command.end(), options.begin(), options.end());
  service.push_back({"command", {std::move(command)}});
}

/// What runs the host of the mesh.
Map BuildHost(const ChartModel& model) {
  const auto& [context, tree] = model.place;
  const std::string file = tree == "." ? "deploy/Dockerfile" : tree + "/deploy/Dockerfile";
  Map build{{"context", Text(Literal(context))}, {"dockerfile", Text(Literal(file))}};
  build.push_back({"args", {Map{{"MESH", Text(Literal(tree))}}}});
  return {{"image", Text(model.chart)}, {"build", {std::move(build)}}};
}

Map BuildProvision(const ChartModel& model, bool settled) {
  Map service = BuildHost(model);
  AddCommand(model, settled, "--provision", {}, service);
  const Value healthy{Map{{"condition", Text("service_healthy")}}};
  Map servers{{"broker", healthy}};
  if (HasStore(model)) servers.push_back({"store", healthy});
  service.push_back({"depends_on", {std::move(servers)}});
  Restrict(service);
  return service;
}

/// All actors in one process, of which there may be several.
Map BuildHosts(const ChartModel& model, bool settled) {
  const std::int64_t grace = GraceOf(model);
  Map service = BuildHost(model);
  AddCommand(model, settled, "--serve", {Text("--http=:8080"), Text(fmt::format("--grace={}", grace - 5))},
             service);
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

std::string RenderCompose(const ChartModel& model, bool settled) {
  Map services;
  Map volumes;
  if (IsOnRabbit(model))
    services.push_back({"broker", {Published(BuildRabbit(model.redelivery_s), "BROKER_PORT", 5672)}});
  else
    services.push_back({"broker", {Published(BuildNats("broker", "BROKER_IMAGE"), "BROKER_PORT", 4222)}});
  if (HasStore(model)) {
    Map store = IsOnRedis(model) ? BuildRedis() : BuildNats("store", "STORE_IMAGE");
    services.push_back(
        {"store", {Published(std::move(store), "STORE_PORT", IsOnRedis(model) ? 6379 : 4222)}});
    volumes.push_back({"broker", {Map{}, "Envelopes on their way."}});
    volumes.push_back({"store", {Map{}, "What is remembered of them."}});
  } else {
    volumes.push_back({"broker", {Map{}, "Envelopes on their way, and what is remembered of them."}});
  }
  services.push_back({"provision", {BuildProvision(model, settled)}});
  services.push_back({"mesh", {BuildHosts(model, settled)}});
  return RenderValues(
      {"compose.yaml",
       "The mesh " + model.mesh +
           " on one machine: docker compose -f deploy/compose.yaml up --build --scale mesh=2\n"
           "Made by meshc. Handlers get their variables from a compose file of your own beside it.",
       {{"services", {services}}, {"volumes", {volumes}}}});
}

}  // namespace meshc::codegen::helm
