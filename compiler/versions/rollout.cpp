// In which order a version goes out: what the breaks leave.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "compiler/versions/report.h"

namespace meshc::versions {
namespace {

using mesh::compatibility::Border;

struct Directions {
  bool backward = false;
  bool forward = false;
};

/// The breaks that are left, by who has to move.
struct Breaks {
  std::map<std::string, Directions> actors;
  Directions clients;
  Directions stores;
};

Breaks Collect(const Report& report) {
  Breaks breaks;
  for (const ReportedFinding& each : report.findings) {
    if (!each.IsBreak()) continue;
    const Border border = each.finding.border;
    const bool client = border == Border::kEntry || border == Border::kExit || border == Border::kSignal;
    Directions& found = border == Border::kCall ? breaks.actors[each.finding.actor]
                        : client                ? breaks.clients
                                                : breaks.stores;
    (each.finding.direction == Direction::kBackward ? found.backward : found.forward) = true;
  }
  return breaks;
}

std::vector<std::string> Kinds(const Breaks& breaks) {
  std::set<std::string> kinds;
  for (const auto& [actor, found] : breaks.actors) {
    kinds.insert(found.backward && found.forward ? "expand-contract"
                 : found.backward                ? "table-first"
                                                 : "hosts-first");
  }
  const Directions& clients = breaks.clients;
  if (clients.backward && clients.forward) kinds.insert("expand-contract");
  if (clients.backward && !clients.forward) kinds.insert("clients-first");
  if (clients.forward && !clients.backward) kinds.insert("mesh-first");
  if (breaks.stores.backward) kinds.insert("none");
  if (breaks.stores.forward) kinds.insert("mesh-first");
  if (kinds.empty()) return {"any"};
  return {kinds.begin(), kinds.end()};
}

/// Actors whose handlers differ although both versions take them: their hosts go first, with the others.
void AddChanged(const mesh::contract::RouteTable& current, const mesh::contract::RouteTable& other,
                std::set<std::string>& actors) {
  std::map<std::string_view, std::string_view> contracts;
  for (const auto& actor : other.actors) contracts.emplace(actor.name, actor.contract);
  for (const auto& actor : current.actors) {
    const auto found = contracts.find(actor.name);
    if (found == contracts.end() || found->second != actor.contract) actors.emplace(actor.name);
  }
}

bool HasActor(const mesh::contract::RouteTable& table, std::string_view name) {
  return std::any_of(table.actors.begin(), table.actors.end(), [&](auto& each) { return each.name == name; });
}

std::optional<std::int64_t> DrainOf(const Report& report) {
  std::int64_t longest = 0;
  for (const VersionReport& version : report.versions) {
    if (!version.drain_ns) return std::nullopt;
    longest = std::max(longest, *version.drain_ns);
  }
  return longest;
}

}  // namespace

void PlanRollout(const Version& current, const std::vector<Version>& others, Report& report) {
  const Breaks breaks = Collect(report);
  report.rollout = Kinds(breaks);
  const auto is = [&](std::string_view kind) {
    return std::ranges::find(report.rollout, kind) != report.rollout.end();
  };
  if (is("none") || is("expand-contract")) return;
  std::set<std::string> first;
  for (const Version& other : others) AddChanged(*current.table, *other.table, first);
  std::vector<std::string> last;
  for (const auto& [actor, found] : breaks.actors) {
    if (!found.backward) {
      first.insert(actor);
      continue;
    }
    first.erase(actor);
    last.push_back(actor);
  }
  if (is("clients-first")) report.plan.push_back({.step = "clients"});
  if (!first.empty()) report.plan.push_back({.step = "hosts", .actors = {first.begin(), first.end()}});
  report.plan.push_back({.step = "tables"});
  report.plan.push_back({.step = "switch"});
  report.plan.push_back({.step = "drain", .ns = DrainOf(report)});
  if (!last.empty()) {
    std::vector<std::string> gone;
    std::ranges::copy_if(last, std::back_inserter(gone),
                         [&](const std::string& actor) { return !HasActor(*current.table, actor); });
    report.plan.push_back({.step = "hosts", .actors = std::move(last), .gone = std::move(gone)});
  }
  if (is("mesh-first") && (breaks.clients.forward)) report.plan.push_back({.step = "clients"});
}

}  // namespace meshc::versions
