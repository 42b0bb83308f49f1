// MC5016: deploys whose queues or state are the same ones.
#include "compiler/sema/deploys/check_brokers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "compiler/diagnostics/diagnostics_5_lints.h"
#include "compiler/support/affix.h"
#include "compiler/types/store_of.h"

namespace meshc::sema {
namespace {

/// What deploys may have in common.
constexpr std::string_view kQueues = "queues";
constexpr std::string_view kState = "state";

/// Something of a deploy that lies on a server, and everything that tells it from that of another one.
struct Kept {
  std::string_view what = kQueues;
  std::string place;
  friend bool operator==(const Kept&, const Kept&) = default;
};
using AllKept = llvm::SmallVector<Kept, 4>;

/// `nats.messaging:4222`; of a short name also in which namespace it is looked up.
std::string Place(llvm::StringRef server, const char* port, const types::Deploy& deploy) {
  // The addresses of IPv6 have colons, but end in a bracket.
  const bool has_port = server.rfind(':') != llvm::StringRef::npos && !EndsWith(server, "]");
  std::string place = server.lower() + (has_port ? "" : port);
  if (!server.contains('.')) place += " in " + deploy.kube_namespace;
  return place;
}

llvm::StringRef WithoutScheme(llvm::StringRef url) {
  const std::size_t scheme = url.find("://");
  return scheme == llvm::StringRef::npos ? url : url.substr(scheme + 3);
}

const char* PortOf(llvm::StringRef url, bool nats) {
  if (nats) return ":4222";
  if (StartsWith(url, "redis")) return ":6379";
  return StartsWith(url, "amqps:") ? ":5671" : ":5672";
}

/// The virtual host of RabbitMQ or the database of Redis, as one is called that is not named, too.
llvm::StringRef Within(llvm::StringRef url, llvm::StringRef path) {
  if (StartsWith(url, "redis")) return path.empty() ? "0" : path;
  return path.equals_insensitive("%2f") ? "" : path;
}

/// Servers of NATS are URLs of their own; those of RabbitMQ share what stands before the first and behind the
/// last.
void AddKept(std::string_view what, const types::Server& server, bool nats, const types::Deploy& deploy,
             AllKept& all) {
  // What the transport states for itself holds for a store that states none.
  const std::string& prefix = server.prefix.empty() ? deploy.transport->prefix : server.prefix;
  llvm::StringRef hosts = server.url;
  std::string kept_in = " " + prefix + " " + server.account;
  if (!nats) {
    llvm::StringRef path;
    std::tie(hosts, path) = WithoutScheme(server.url).split('/');
    kept_in += " /" + Within(server.url, path).str();
  }
  const char* const port = PortOf(server.url, nats);
  llvm::SmallVector<llvm::StringRef, 2> servers;
  hosts.split(servers, ',');
  for (const llvm::StringRef one : servers)
    all.push_back({what, Place(WithoutScheme(one).split('/').first, port, deploy) + kept_in});
}

AllKept KeptOf(const types::Deploy& deploy) {
  const bool nats = deploy.transport->kind == types::TransportKind::kNats;
  AllKept all;
  AddKept(kQueues, *deploy.transport, nats, deploy, all);
  const std::optional<types::State> store = types::StoreOf(deploy);
  // A NATS server keeps both, unless the deploy says otherwise.
  if (nats && !store) AddKept(kState, *deploy.transport, true, deploy, all);
  if (store && !store->url.empty())
    AddKept(kState, *store, store->kind == types::StateKind::kNatsKv, deploy, all);
  return all;
}

/// What both have; empty: nothing.
std::string_view FindShared(const types::Deploy& a, const types::Deploy& b) {
  const AllKept others = KeptOf(b);
  const AllKept all = KeptOf(a);
  const auto* shared = llvm::find_if(all, [&](const Kept& kept) { return llvm::is_contained(others, kept); });
  return shared == all.end() ? std::string_view() : shared->what;
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
    std::string_view shared;
    auto* same = std::find_if(deploys.begin(), at, [&](const auto* other) {
      shared = FindShared(*other, **at);
      return !shared.empty();
    });
    if (same == at) continue;
    context.diagnostics
        .Report(diag::SharedBroker, (*at)->origin.range, Name{(*same)->name}, Name{(*at)->name},
                Word{std::string(shared)})
        .AddLabel((*same)->origin.range, "the other one")
        .AddHelp("state a `prefix` in one of them, or allow it where they run in clusters of their own");
  }
}

}  // namespace meshc::sema
