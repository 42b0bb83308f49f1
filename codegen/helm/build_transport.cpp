#include "codegen/helm/build_transport.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "codegen/helm/quantities.h"
#include "compiler/types/store_of.h"
#include "mesh/transport/amqp/amqp_names.h"
#include "mesh/transport/lanes/lane_names.h"
#include "mesh/transport/server_names.h"

namespace meshc::codegen::helm {
namespace {

/// Of who names none.
constexpr const char* kUsualUrl = "nats://nats:4222";

/// With the schemes that say so, if TLS is asked for: `tls://a,tls://b`, `amqps://a`.
std::string Secured(std::string url, bool tls) {
  const std::pair<std::string, std::string> kSchemes[] = {{"nats://", "tls://"}, {"amqp://", "amqps://"}};
  for (const auto& [open, secure] : kSchemes) {
    for (std::size_t at = url.find(open); tls && at != std::string::npos; at = url.find(open, at))
      url.replace(at, open.size(), secure);
  }
  return url;
}

void AddToUrl(const std::string& setting, std::string& url) {
  url += (url.find('?') == std::string::npos ? '?' : '&') + setting;
}

/// With what hosts read from it.
std::string UrlFor(const types::Transport& transport) {
  std::string url = Secured(transport.url, transport.tls);
  if (!transport.prefix.empty()) AddToUrl("prefix=" + transport.prefix, url);
  if (transport.redelivery_ns)
    AddToUrl(fmt::format("redelivery={}", SecondsUp(transport.redelivery_ns->value)), url);
  return url;
}

/// What stands behind the servers.
std::string VhostOf(const std::string& url) {
  const std::size_t servers = url.find("://") + 3;
  return mesh::transport::AmqpVhost(url.substr(std::min(url.find('/', servers), url.size())));
}

/// The names that hosts give their queues, by mailbox.
Map BuildQueues(const types::Deploy& deploy, const types::Declarations& declarations, const Map& leaving) {
  const mesh::transport::AmqpNames names(declarations.mesh, deploy.transport->prefix);
  std::vector<std::string> actors;
  for (const types::Actor& actor : declarations.actors) {
    actors.push_back(actor.name);
    if (!actor.origin.was.empty()) actors.push_back(actor.origin.was);
  }
  for (const Entry& former : leaving) actors.push_back(former.key);
  std::vector<std::string> mailboxes = {"@sink", "@control"};
  for (const std::string& actor : actors) {
    mailboxes.push_back(actor);
    for (std::size_t lane = 1; lane < deploy.lanes.names.size(); ++lane)
      mailboxes.push_back(mesh::transport::LaterLaneMailbox(actor, deploy.lanes.names[lane]));
  }
  Map queues;
  for (const std::string& mailbox : mailboxes) {
    if (Find(queues, mailbox) == nullptr) queues.push_back({mailbox, Text(names.Queue(mailbox))});
  }
  return queues;
}

/// `text` of the deploy; else the chart's own.
Value Or(const std::string& text, const std::string& layer, Value own) {
  return text.empty() ? std::move(own) : Text(text, layer);
}

Value OfTheUrl() {
  return {List{},
          "Where pods of it listen, if not at the ports of the URL: the NetworkPolicy lets hosts there."};
}

Value SecretOf(const types::Server& server, const std::string& layer) {
  return Or(server.secret, layer,
            Text("", "Name of a Secret with user, password, token, ca, certificate or key; empty: none."));
}

}  // namespace

Map BuildTransport(const types::Deploy* deploy, const types::Declarations& declarations, const Map& leaving) {
  types::Transport transport;
  transport.url = kUsualUrl;
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
  map.push_back({"ports", OfTheUrl()});
  map.push_back({"monitoring", Text(transport.monitoring, transport.monitoring.empty() ? "" : layer)});
  if (nats) {
    map.push_back({"account", Or(transport.account, layer, Text("$G"))});
    const std::string stream = mesh::transport::MeshName(declarations.mesh, transport.prefix);
    map.push_back({"stream", Text(stream, transport.prefix.empty() ? "" : layer)});
  } else {
    map.push_back({"vhost", Text(VhostOf(transport.url), layer)});
    map.push_back({"queues", {BuildQueues(*deploy, declarations, leaving)}});
  }
  map.push_back({"secret", SecretOf(transport, layer)});
  map.push_back({"authentication", Text("", "Name of a TriggerAuthentication of your own; empty: none.")});
  return map;
}

Map BuildLanes(const types::Deploy* deploy) {
  if (deploy == nullptr || deploy->lanes.names.size() < 2) return {};
  const types::Lanes& lanes = deploy->lanes;
  const std::string layer = "deploy " + deploy->name;
  List names;
  for (const std::string& name : lanes.names) names.push_back(Text(name));
  Map map{{"names", {std::move(names), layer}}};
  if (lanes.weights.empty()) return map;
  List weights;
  for (const std::uint32_t weight : lanes.weights) weights.push_back(Number(weight));
  map.push_back({"weights", {std::move(weights), layer}});
  return map;
}

Map BuildState(const types::Deploy* deploy) {
  Map map;
  if (deploy == nullptr || !deploy->state) return map;
  const std::string layer = "deploy " + deploy->name;
  const bool of_nats = deploy->state->kind == types::StateKind::kNatsKv;
  map.push_back({"kind", Text(of_nats ? "nats_kv" : "redis", layer)});
  const std::optional<types::State> store = types::StoreOf(*deploy);
  if (!store) {
    map.push_back({"url", Text("", "Empty: the broker keeps it.")});
    return map;
  }
  std::string url = Secured(store->url.empty() ? kUsualUrl : store->url, store->tls);
  // Two installations that a prefix keeps apart on the broker share no state either.
  if (!store->prefix.empty()) AddToUrl("prefix=" + store->prefix, url);
  map.push_back({"url", Text(std::move(url), layer)});
  map.push_back({"ports", OfTheUrl()});
  map.push_back({"secret", SecretOf(*store, layer)});
  return map;
}

}  // namespace meshc::codegen::helm
