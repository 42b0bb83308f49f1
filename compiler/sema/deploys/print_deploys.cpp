#include "compiler/sema/deploys/print_deploys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>

#include "compiler/sema/expressions/durations.h"

namespace meshc::sema {
namespace {

using types::ActorSettings;

class DeployPrinter {
 public:
  explicit DeployPrinter(const types::Declarations& declarations) : declarations_(declarations) {}

  std::string Print() {
    for (const types::Flavor& flavor : declarations_.flavors) {
      Line("flavor {}", flavor.name);
      PrintSettings(flavor.settings, "  ");
    }
    for (const types::Deploy& deploy : declarations_.deploys) PrintDeploy(deploy);
    return std::move(text_);
  }

 private:
  template <typename... Arguments>
  void Line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }

  void PrintDeploy(const types::Deploy& deploy) {
    Line("deploy {}", deploy.name);
    if (!deploy.kube_namespace.empty()) Line("  namespace {}", deploy.kube_namespace);
    if (deploy.transport) PrintTransport(*deploy.transport);
    if (deploy.state) {
      Line("  state {} \"{}\"", deploy.state->kind == types::StateKind::kNatsKv ? "nats_kv" : "redis",
           deploy.state->url);
      PrintServer(*deploy.state);
    }
    PrintLanes(deploy.lanes);
    Line("  default");
    PrintSettings(deploy.defaults, "    ");
    for (const types::Pool& pool : deploy.pools) {
      Line("  pool {}", pool.name);
      for (const types::ActorId actor : pool.actors) Line("    actor {}", declarations_.actors[actor].name);
      PrintSettings(types::SettingsOf(declarations_, deploy, pool), "    ");
    }
    for (const types::DeployedActor& named : deploy.actors) {
      Line("  actor {}", declarations_.actors[named.actor].name);
      PrintSettings(types::SettingsOf(declarations_, deploy, named.actor), "    ");
    }
  }

  void PrintTransport(const types::Transport& transport) {
    Line("  transport {} {}", transport.kind == types::TransportKind::kNats ? "nats" : "amqp", transport.url);
    if (!transport.monitoring.empty()) Line("    monitoring {}", transport.monitoring);
    if (transport.redelivery_ns) Line("    redelivery {}", WriteDuration(transport.redelivery_ns->value));
    PrintServer(transport);
  }

  void PrintServer(const types::Server& server) {
    if (!server.secret.empty()) Line("    secret {}", server.secret);
    if (server.tls) Line("    tls");
    if (!server.prefix.empty()) Line("    prefix {}", server.prefix);
    if (!server.account.empty()) Line("    account {}", server.account);
  }

  void PrintLanes(const types::Lanes& lanes) {
    if (lanes.names.empty()) return;
    const bool weighted = lanes.policy == types::LanePolicy::kWeighted;
    Line("  lanes {} {}{}", fmt::join(lanes.names, ", "), weighted ? "weighted " : "strict",
         fmt::join(lanes.weights, ":"));
  }

  void PrintSettings(const ActorSettings& settings, std::string_view indent) {
    if (settings.image) Line("{}image {}", indent, *settings.image);
    PrintScale(settings.scale, indent);
    PrintAmount("milli_cpu", settings.resources.milli_cpu, indent);
    PrintAmount("memory_bytes", settings.resources.memory_bytes, indent);
    PrintAmount("ephemeral_bytes", settings.resources.ephemeral_bytes, indent);
    if (const auto& gpu = settings.resources.gpu) Line("{}gpu {} {}", indent, gpu->count, gpu->device);
    PrintLists(settings, indent);
    if (settings.concurrency) Line("{}concurrency {}", indent, *settings.concurrency);
    if (settings.priority) Line("{}priority {}", indent, *settings.priority);
    if (settings.service_account) Line("{}service_account {}", indent, *settings.service_account);
    if (settings.timeout_ns) Line("{}timeout {}", indent, WriteDuration(settings.timeout_ns->value));
    if (settings.grace_ns) Line("{}grace {}", indent, WriteDuration(settings.grace_ns->value));
    if (settings.retry) PrintRetry(*settings.retry, indent);
  }

  void PrintScale(const types::Scale& scale, std::string_view indent) {
    if (scale.replicas) Line("{}scale {}..{}", indent, scale.replicas->value.min, scale.replicas->value.max);
    if (scale.per) Line("{}  per {}", indent, *scale.per);
    if (scale.cooldown_ns) Line("{}  cooldown {}", indent, WriteDuration(scale.cooldown_ns->value));
    if (scale.polling_ns) Line("{}  polling {}", indent, WriteDuration(*scale.polling_ns));
    if (scale.activation) Line("{}  activation {}", indent, *scale.activation);
  }

  void PrintAmount(std::string_view word, const types::Amount& amount, std::string_view indent) {
    if (amount.request) Line("{}{} request {}", indent, word, amount.request->value);
    if (amount.limit) Line("{}{} limit {}", indent, word, amount.limit->value);
  }

  void PrintLists(const ActorSettings& settings, std::string_view indent) {
    for (const auto& entry : settings.selectors) Line("{}selector {} \"{}\"", indent, entry.key, entry.value);
    for (const auto& entry : settings.tolerations)
      Line("{}toleration {} \"{}\"", indent, entry.key, entry.value);
    for (const auto& entry : settings.volumes) {
      Line("{}volume {} {} at {}{}", indent, entry.name, SourceOf(entry), entry.path,
           entry.read_only ? " readonly" : "");
    }
    for (const auto& entry : settings.env) {
      if (entry.secret.empty())
        Line("{}env {} \"{}\"", indent, entry.name, entry.value);
      else
        Line("{}env {} from {} key {}", indent, entry.name, entry.secret, entry.key);
    }
    for (const auto& entry : settings.egress)
      Line("{}egress {} port {}", indent, entry.network.empty() ? "any" : entry.network, entry.port);
  }

  static std::string SourceOf(const types::Volume& volume) {
    const std::string size = volume.size_bytes ? fmt::format(" {}", *volume.size_bytes) : "";
    if (volume.kind == types::VolumeKind::kEmpty) return "empty" + size;
    if (volume.kind == types::VolumeKind::kMemory) return "memory" + size;
    return fmt::format("claim {}{}{}{}", volume.claim, size.empty() ? "" : " size", size,
                       volume.shared ? " shared" : "");
  }

  void PrintRetry(const types::Retry& retry, std::string_view indent) {
    Line("{}retry {} delay {}ns..{}ns{}", indent, retry.attempts, retry.delay_ns, retry.max_delay_ns,
         retry.jitter ? " jitter" : "");
    for (const types::ErrorId error : retry.only) Line("{}  on {}", indent, declarations_.errors[error].name);
  }

  const types::Declarations& declarations_;
  std::string text_;
};

}  // namespace

std::string PrintDeploys(const types::Declarations& declarations) {
  return DeployPrinter(declarations).Print();
}

}  // namespace meshc::sema
