#include "codegen/helm/build_transport.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "codegen/helm/quantities.h"
#include "mesh/transport/nats_names.h"

namespace meshc::codegen::helm {
namespace {

constexpr std::int64_t kNatsPort = 4222;
constexpr std::int64_t kAmqpPort = 5672;
constexpr std::int64_t kRedisPort = 6379;

/// The ports of `nats://a:4222,nats://b`, each once, for the network policy.
List PortsOf(const std::string& url, std::int64_t usual) {
  List ports;
  std::vector<std::int64_t> known;
  for (std::size_t at = 0; at < url.size();) {
    const std::size_t end = std::min(url.find(',', at), url.size());
    const std::string server = url.substr(at, end - at);
    at = end + 1;
    const std::size_t scheme = server.find("://");
    std::string host = server.substr(scheme == std::string::npos ? 0 : scheme + 3);
    host = host.substr(0, host.find('/'));
    const std::size_t colon = host.rfind(':');
    const std::int64_t port = colon == std::string::npos ? usual : std::atoll(host.c_str() + colon + 1);
    if (std::find(known.begin(), known.end(), port) != known.end()) continue;
    known.push_back(port);
    ports.push_back(Number(port));
  }
  return ports;
}

/// With the schemes that say so, if TLS is asked for: `tls://a,tls://b`, `amqps://a`, `rediss://a`.
std::string Secured(std::string url, bool tls) {
  const std::pair<std::string, std::string> kSchemes[] = {
      {"nats://", "tls://"}, {"amqp://", "amqps://"}, {"redis://", "rediss://"}};
  for (const auto& [open, secure] : kSchemes) {
    for (std::size_t at = url.find(open); tls && at != std::string::npos; at = url.find(open, at))
      url.replace(at, open.size(), secure);
  }
  return url;
}

/// With what hosts read from it.
std::string UrlFor(const types::Transport& transport) {
  std::string url = Secured(transport.url, transport.tls);
  if (transport.kind != types::TransportKind::kNats) return url;
  const auto add = [&](const std::string& setting) {
    url += (url.find('?') == std::string::npos ? '?' : '&') + setting;
  };
  if (!transport.prefix.empty()) add("prefix=" + transport.prefix);
  if (transport.redelivery_ns) add(fmt::format("redelivery={}", SecondsUp(transport.redelivery_ns->value)));
  return url;
}

/// `text` of the deploy; else the chart's own.
Value Or(const std::string& text, const std::string& layer, Value own) {
  return text.empty() ? std::move(own) : Text(text, layer);
}

}  // namespace

Map BuildTransport(const types::Deploy* deploy, const std::string& mesh) {
  types::Transport transport;
  transport.url = "nats://nats:4222";
  transport.monitoring = "nats:8222";
  std::string layer;
  if (deploy != nullptr && deploy->transport) {
    transport = *deploy->transport;
    layer = "deploy " + deploy->name;
  }
  const bool nats = transport.kind == types::TransportKind::kNats;
  Map map;
  map.push_back({"kind", Text(nats ? "nats" : "amqp", layer)});
  map.push_back({"url", Text(UrlFor(transport), layer)});
  map.push_back({"ports", {PortsOf(transport.url, nats ? kNatsPort : kAmqpPort)}});
  map.push_back({"monitoring", Text(transport.monitoring, transport.monitoring.empty() ? "" : layer)});
  map.push_back({"account", Or(transport.account, layer, Text("$G"))});
  const std::string stream = mesh::transport::NatsStream(mesh, transport.prefix);
  map.push_back({"stream", Text(stream, transport.prefix.empty() ? "" : layer)});
  map.push_back(
      {"secret",
       Or(transport.secret, layer,
          Text("", "Name of a Secret with user, password, token, ca, certificate or key; empty: none."))});
  map.push_back({"authentication", Text("", "Name of a TriggerAuthentication of your own; empty: none.")});
  return map;
}

Map BuildState(const types::Deploy* deploy) {
  Map map;
  if (deploy == nullptr || !deploy->state) return map;
  const types::State& state = *deploy->state;
  const bool nats = state.kind == types::StateKind::kNatsKv;
  const std::string layer = "deploy " + deploy->name;
  map.push_back({"kind", Text(nats ? "nats_kv" : "redis", layer)});
  map.push_back({"url", Text(Secured(state.url, state.tls), layer)});
  map.push_back({"ports", {PortsOf(state.url, nats ? kNatsPort : kRedisPort)}});
  return map;
}

}  // namespace meshc::codegen::helm
