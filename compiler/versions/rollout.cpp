// In which order a version goes out: what the breaks leave.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>

#include "compiler/versions/report.h"
#include "mesh/compatibility/side.h"

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

/// The actor whose call leaves an undo call behind, by the edge of the undo call. A host refuses the call
/// where its version cannot undo it.
using UndoneActors = std::map<std::string, std::string_view, std::less<>>;

UndoneActors FindUndoneActors(const mesh::contract::RouteTable& table) {
  UndoneActors undone;
  for (const mesh::contract::Point& point : table.points) {
    const mesh::contract::Index undo = mesh::compatibility::UndoOf(table, point);
    if (undo == mesh::contract::kNone) continue;
    undone.emplace(fmt::format("{} -> {}", point.name, table.actors[undo].name),
                   table.actors[point.actor].name);
  }
  return undone;
}

class BreakCollector {
 public:
  BreakCollector(const Version& current, const std::vector<Version>& others)
      : of_current_(FindUndoneActors(*current.table)) {
    for (const Version& other : others) of_others_.push_back(FindUndoneActors(*other.table));
  }

  Breaks Run(const Report& report) && {
    for (const ReportedFinding& each : report.findings) {
      if (each.IsBreak()) Add(each);
    }
    return std::move(breaks_);
  }

 private:
  void Add(const ReportedFinding& each) {
    const Border border = each.finding.border;
    const Direction direction = each.finding.direction;
    const bool client = border == Border::kEntry || border == Border::kExit || border == Border::kSignal;
    if (border != Border::kCall) return Mark(client ? breaks_.clients : breaks_.stores, direction);
    Mark(breaks_.actors[each.finding.actor], direction);
    const UndoneActors& made = direction == Direction::kBackward ? of_others_[each.against] : of_current_;
    const auto undone = made.find(each.finding.edge);
    if (undone != made.end()) Mark(breaks_.actors[std::string(undone->second)], direction);
  }

  static void Mark(Directions& found, Direction direction) {
    (direction == Direction::kBackward ? found.backward : found.forward) = true;
  }

  const UndoneActors of_current_;
  std::vector<UndoneActors> of_others_;
  Breaks breaks_;
};

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
  const Breaks breaks = BreakCollector(current, others).Run(report);
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
