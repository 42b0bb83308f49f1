#include "compiler/versions/diff.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "mesh/compatibility/type_text.h"
#include "mesh/value/times.h"

namespace meshc::versions {
namespace {

namespace contract = mesh::contract;
using contract::RouteTable;
using mesh::compatibility::PrintMembers;
using mesh::compatibility::PrintType;

using Facts = std::map<std::pair<std::string, std::string>, std::string>;  ///< By kind and name.

std::string Names(const contract::Pool& pool, contract::Span span) {
  const auto names = Slice(pool.strings, span);
  return fmt::format("{}", fmt::join(names.begin(), names.end(), ", "));
}

std::string Policy(const RouteTable& table, const contract::Actor& actor) {
  std::string text;
  if (actor.timeout_ns > 0) text += " timeout " + mesh::PrintDuration(mesh::Duration{actor.timeout_ns});
  if (actor.retry != contract::kNone) text += fmt::format(" retry {}", table.retries[actor.retry].attempts);
  if (actor.effect == contract::Effect::kIdempotent)
    text += actor.effect_shared ? " effect idempotent shared" : " effect idempotent";
  if (actor.effect == contract::Effect::kAtLeastOnce) text += " effect at_least_once";
  if (actor.undo != contract::kNone) text += fmt::format(" undo {}", table.actors[actor.undo].name);
  return text;
}

std::string Signature(const RouteTable& table, const contract::Actor& actor) {
  std::string answer;
  switch (actor.kind) {
    case contract::ActorKind::kProcessor:
      answer = fmt::format("({})", PrintMembers(table.pool, actor.results));
      break;
    case contract::ActorKind::kChoiceRouter:
      answer = fmt::format("{{{}}}", Names(table.pool, actor.labels));
      break;
    case contract::ActorKind::kPlanRouter:
      answer = fmt::format("[{}] max {}", Names(table.pool, actor.steps), actor.max_steps);
      break;
  }
  std::string raises;
  for (const contract::Index error : Slice(table.pool.indices, actor.raises))
    raises += fmt::format("{}{}", raises.empty() ? " raises " : ", ", table.errors[error].name);
  return fmt::format("({}) -> {}{}{}", PrintMembers(table.pool, actor.params), answer, raises,
                     Policy(table, actor));
}

std::string TypeFact(const contract::Pool& pool, const contract::Type& type) {
  if (type.kind == contract::TypeKind::kEnum)
    return fmt::format("{}enum {{ {} }}", type.open ? "open " : "", Names(pool, type.values));
  return fmt::format("{} {{ {} }}", type.kind == contract::TypeKind::kUnion ? "union" : "record",
                     PrintMembers(pool, type.members));
}

std::string FlowFact(const RouteTable& table, const contract::Flow& flow) {
  std::string fields;
  for (const contract::Field& field : Slice(table.fields, table.envelopes[flow.envelope].fields)) {
    fields += fmt::format(
        "{}{}{}{}: {}", fields.empty() ? "" : ", ", field.mode & contract::kModeIn ? "in " : "",
        field.mode & contract::kModeOut ? "out " : "", field.name, PrintType(table.pool, field.type));
  }
  const std::string sla =
      flow.sla_ns > 0 ? " sla " + mesh::PrintDuration(mesh::Duration{flow.sla_ns}) : std::string();
  return fmt::format("({}){}", fields, sla);
}

Facts FactsFor(const RouteTable& table) {
  Facts facts;
  for (const auto& actor : table.actors) facts[{"actor", std::string(actor.name)}] = Signature(table, actor);
  for (const auto& flow : table.flows) facts[{"flow", std::string(flow.name)}] = FlowFact(table, flow);
  for (const auto& point : table.points) facts[{"point", std::string(point.name)}] = MeaningOf(table, point);
  for (const auto& type : table.pool.types) {
    if (!type.name.empty()) facts[{"type", std::string(type.name)}] = TypeFact(table.pool, type);
  }
  for (const auto& error : table.errors) {
    if (error.parent == contract::kNone) continue;
    const std::string fields = error.detail_type == contract::kNone
                                   ? ""
                                   : PrintMembers(table.pool, table.pool.types[error.detail_type].members);
    facts[{"error", std::string(error.name)}] =
        fmt::format("({}): {}", fields, table.errors[error.parent].name);
  }
  return facts;
}

auto Members(const FlowBounds& bounds) {
  return std::tie(bounds.time_ns, bounds.hops, bounds.cost_billionths);
}

}  // namespace

std::string_view Spell(Change change) {
  switch (change) {
    case Change::kAdded: return "added";
    case Change::kRemoved: return "removed";
    case Change::kChanged: return "changed";
  }
  return "";
}

TopologyDiff Diff(const RouteTable& before, const RouteTable& after) {
  TopologyDiff diff;
  diff.mesh = after.mesh;
  const Facts old_facts = FactsFor(before);
  const Facts new_facts = FactsFor(after);
  for (const auto& [key, text] : old_facts) {
    const auto found = new_facts.find(key);
    if (found == new_facts.end()) {
      diff.differences.push_back({Change::kRemoved, key.first, key.second, text, ""});
    } else if (found->second != text) {
      diff.differences.push_back({Change::kChanged, key.first, key.second, text, found->second});
    }
  }
  for (const auto& [key, text] : new_facts) {
    if (!old_facts.contains(key))
      diff.differences.push_back({Change::kAdded, key.first, key.second, "", text});
  }
  std::ranges::sort(diff.differences, [](const Difference& a, const Difference& b) {
    return std::tie(a.kind, a.name) < std::tie(b.kind, b.name);
  });
  return diff;
}

void CompareBounds(const BoundsByFlow& before, const BoundsByFlow& after, TopologyDiff& diff) {
  BoundsByFlow all = before;
  all.insert(after.begin(), after.end());
  const auto find = [](const BoundsByFlow& bounds, const std::string& flow) {
    const auto found = bounds.find(flow);
    return found == bounds.end() ? std::nullopt : std::optional(found->second);
  };
  for (const auto& [flow, bounds] : all) {
    FlowBoundsChange change{flow, find(before, flow), find(after, flow)};
    const bool same = change.before && change.after && Members(*change.before) == Members(*change.after);
    if (!same) diff.bounds.push_back(std::move(change));
  }
}

}  // namespace meshc::versions
