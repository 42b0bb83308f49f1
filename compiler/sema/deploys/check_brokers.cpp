// MC5016: deploys whose queues are the same ones.
#include "compiler/sema/deploys/check_brokers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <algorithm>
#include <string>
#include <utility>

#include "compiler/diagnostics/diagnostics_5_lints.h"

namespace meshc::sema {
namespace {

/// `nats.messaging:4222`, with the virtual host of RabbitMQ; of a short name also in which namespace it is
/// looked up.
std::string Place(llvm::StringRef server, const types::Deploy& deploy) {
  const bool nats = deploy.transport->kind == types::TransportKind::kNats;
  const char* const port = nats ? ":4222" : server.startswith("amqps:") ? ":5671" : ":5672";
  const std::size_t scheme = server.find("://");
  if (scheme != llvm::StringRef::npos) server = server.substr(scheme + 3);
  auto [host, path] = server.split('/');
  // The addresses of IPv6 have colons, but end in a bracket.
  const bool has_port = host.rfind(':') != llvm::StringRef::npos && !host.endswith("]");
  std::string place = host.lower() + (has_port ? "" : port);
  if (!nats) place += "/" + path.str();
  if (!host.contains('.')) place += " in " + deploy.kube_namespace;
  return place;
}

llvm::SmallVector<std::string, 2> PlacesOf(const types::Deploy& deploy) {
  llvm::SmallVector<std::string, 2> places;
  llvm::SmallVector<llvm::StringRef, 2> servers;
  llvm::StringRef(deploy.transport->url).split(servers, ',');
  for (const llvm::StringRef server : servers) places.push_back(Place(server, deploy));
  return places;
}

bool ShareQueues(const types::Deploy& a, const types::Deploy& b) {
  if (a.transport->kind != b.transport->kind || a.transport->prefix != b.transport->prefix) return false;
  if (a.transport->account != b.transport->account) return false;
  const auto places = PlacesOf(b);
  return llvm::any_of(PlacesOf(a),
                      [&](const std::string& place) { return llvm::is_contained(places, place); });
}

}  // namespace

void CheckBrokers(Context& context) {
  llvm::SmallVector<const types::Deploy*, 8> deploys;
  for (const types::Deploy& deploy : context.declarations().deploys) {
    if (deploy.transport && !deploy.transport->url.empty()) deploys.push_back(&deploy);
  }
  // They come sorted by name; what people call the second stands further down.
  llvm::stable_sort(deploys, [](const auto* a, const auto* b) {
    const SourceRange first = a->origin.range;
    const SourceRange second = b->origin.range;
    return std::pair(first.file.index, first.begin) < std::pair(second.file.index, second.begin);
  });
  for (auto* at = deploys.begin(); at != deploys.end(); ++at) {
    auto* same =
        std::find_if(deploys.begin(), at, [&](const auto* other) { return ShareQueues(*other, **at); });
    if (same == at) continue;
    context.diagnostics
        .Report(diag::SharedBroker, (*at)->origin.range, Name{(*same)->name}, Name{(*at)->name})
        .AddLabel((*same)->origin.range, "the other one")
        .AddHelp("state a `prefix` in one of them, or allow it where they run in clusters of their own");
  }
}

}  // namespace meshc::sema
