#include "codegen/helm/build_routes.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "codegen/common/naming.h"
#include "codegen/common/printable.h"
#include "codegen/helm/build_workloads.h"
#include "codegen/helm/quantities.h"
#include "mesh/archive/gzip.h"
#include "mesh/compatibility/judge.h"

namespace meshc::codegen::helm {
namespace {

namespace contract = mesh::contract;
using mesh::compatibility::Side;

/// Above that a table is compressed: tools that apply objects keep a copy of 256 KiB at most.
constexpr std::size_t kLongestPlain = std::size_t{128} << 10U;
/// Of all tables, compressed. Helm keeps the chart and all objects, in base64, in one secret of 1 MiB.
constexpr std::size_t kMostPacked = std::size_t{300} << 10U;

/// YAML takes it as a text; what has control characters in it, it refuses.
bool IsPlain(const std::string& routes) { return routes.size() <= kLongestPlain && IsPrintable(routes); }

std::string DigestOf(const ChartTable& table) { return std::string(table.version.table->digest); }

/// False: hosts of its own have to stay until the envelopes of `made` are through. An actor of the same name
/// has the same hosts, one that was renamed has others.
bool IsServed(const Side& server, const Side& made, contract::Index actor) {
  const std::string_view name = made.table().actors[actor].name;
  const contract::Index found = server.FindActor(name);
  if (found == contract::kNone) return false;
  if (server.table().actors[found].name == name) return true;
  std::vector<bool> judged(made.table().actors.size);
  judged[actor] = true;
  const auto served = FindServed(server, made, judged);
  return served.undos[actor] && std::ranges::find(served.calls, false) == served.calls.end();
}

struct Leaving {
  const contract::Actor* actor = nullptr;
  std::int64_t handler_ns = 0;
};

/// The actor's own timeout, and those of its calls.
std::int64_t LongestOf(const contract::RouteTable& table, contract::Index actor) {
  std::int64_t longest = table.actors[actor].timeout_ns;
  for (const contract::Point& point : table.points) {
    if (point.actor == actor) longest = std::max(longest, point.timeout_ns);
  }
  return longest;
}

Map BuildOne(std::string_view mesh, const Leaving& leaving) {
  const contract::Actor& actor = *leaving.actor;
  const bool router = actor.kind != contract::ActorKind::kProcessor;
  Map map{{"queue", Text(QueueName(std::string(mesh), std::string(actor.name)))},
          {"kind", Text(router ? "router" : "processor")},
          {"threads", Number(actor.concurrency)}};
  AddHandlerTimes(leaving.handler_ns, "mesh", map);
  return map;
}

}  // namespace

ArtifactSet RenderTables(const std::vector<ChartTable>& tables) {
  ArtifactSet files;
  std::size_t size = 0;
  for (const ChartTable& table : tables) {
    std::string packed = mesh::archive::Compress(table.routes);
    size += packed.size();
    if (size > kMostPacked) return {};
    const bool plain = IsPlain(table.routes);
    files["routes/" + DigestOf(table) + (plain ? ".json" : ".json.gz")].content =
        plain ? table.routes : std::move(packed);
  }
  return files;
}

Map BuildRoutes(const std::vector<ChartTable>& tables, bool fit) {
  List digests;
  for (const ChartTable& table : tables) {
    if (fit) digests.push_back(Text(DigestOf(table)));
  }
  const std::string own = DigestOf(tables.front());
  return {
      {"own", Text(own)},
      {"current", Text(fit ? own : "", "New envelopes enter on it; another one is no new pod.")},
      {"tables",
       {std::move(digests), fit ? "" : "Larger than a release may be: hosts have those of their image."}}};
}

Map BuildLeaving(const std::vector<ChartTable>& tables) {
  const Side own(*tables.front().version.table, tables.front().version.promises);
  std::map<std::string_view, Leaving> found;
  for (const ChartTable& table : tables) {
    const contract::RouteTable& routes = *table.version.table;
    const Side made(routes, table.version.promises);
    for (contract::Index i = 0; i < routes.actors.size; ++i) {
      const contract::Actor& actor = routes.actors[i];
      if (IsServed(own, made, i)) continue;
      Leaving& leaving = found[actor.name];
      if (leaving.actor == nullptr) leaving.actor = &actor;
      leaving.handler_ns = std::max(leaving.handler_ns, LongestOf(routes, i));
    }
  }
  Map map;
  for (const auto& [name, leaving] : found)
    map.push_back({std::string(name), {BuildOne(tables.front().version.table->mesh, leaving)}});
  return map;
}

}  // namespace meshc::codegen::helm
