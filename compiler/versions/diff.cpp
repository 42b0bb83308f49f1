#include "compiler/versions/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "compiler/support/enumerator.h"
#include "compiler/versions/facts.h"
#include "compiler/versions/policy_text.h"
#include "compiler/versions/renamed_table.h"
#include "mesh/compatibility/type_text.h"
#include "mesh/route/table_names.h"
#include "mesh/value/times.h"

namespace meshc::versions {
namespace {

namespace contract = mesh::contract;
using contract::RouteTable;
using mesh::compatibility::PrintConstant;
using mesh::compatibility::PrintType;

using Facts = std::map<std::pair<std::string, std::string>, std::string>;  ///< By kind and name.

std::string TypeFact(const contract::Pool& pool, const contract::Type& type) {
  if (type.kind == contract::TypeKind::kEnum)
    return fmt::format("{}enum {{ {} }}", type.open ? "open " : "", NamesText(pool, type.values));
  return fmt::format("{} {{ {} }}", type.kind == contract::TypeKind::kUnion ? "union" : "record",
                     MembersText(pool, type.members));
}

std::string ModesText(const contract::Field& field) {
  std::string text = field.sensitive ? "@sensitive " : "";
  if (field.mode & contract::kModeIn) text += "in ";
  if (field.mode & contract::kModeOut) text += "out ";
  if (field.mode & contract::kModeVar) text += "var ";
  if (field.mode & contract::kModeLog) text += "log ";
  return text;
}

std::string FlowFact(const RouteTable& table, const contract::Flow& flow) {
  std::string fields;
  for (const contract::Field& field : Slice(table.fields, table.envelopes[flow.envelope].fields)) {
    fields += fmt::format("{}{}{}: {}", fields.empty() ? "" : ", ", ModesText(field), field.name,
                          PrintType(table.pool, field.type));
    if (field.default_value != contract::kNone)
      fields += " = " + (field.sensitive ? std::string("(redacted)")
                                         : PrintConstant(table.pool, field.type, field.default_value));
  }
  const std::string sla =
      flow.sla_ns > 0 ? " sla " + mesh::PrintDuration(mesh::Duration{flow.sla_ns}) : std::string();
  return fmt::format("({}){}", fields, sla);
}

std::string ErrorFact(const RouteTable& table, const contract::ErrorKind& error) {
  const std::string fields = error.detail_type == contract::kNone
                                 ? ""
                                 : MembersText(table.pool, table.pool.types[error.detail_type].members);
  const auto error_class = static_cast<std::size_t>(error.error_class);
  return fmt::format("({}): {} {}", fields, table.errors[error.parent].name,
                     mesh::route::NamesOf(error.error_class)[error_class]);
}

/// `reserved Order.code` and `was actor scorer = rater`, as the lock has them.
void AddPromises(const contract::Version& version, Facts& facts) {
  if (version.promises.former.size + version.promises.reserved.size == 0) return;
  for (const std::string& fact : FactsOf(*version.table, version.promises)) {
    const std::size_t blank = fact.find(' ');
    const std::string kind = fact.substr(0, blank);
    const std::string rest = fact.substr(blank + 1);
    const std::size_t equals = rest.find(" = ");
    if (kind == "reserved") facts[{kind, rest}] = "kept free";
    if (kind == "was" && equals != std::string::npos)
      facts[{kind, rest.substr(0, equals)}] = rest.substr(equals + 3);
  }
}

Facts FactsFor(const RouteTable& table) {
  Facts facts;
  facts[{"mesh", "name"}] = table.mesh;
  for (const auto& actor : table.actors)
    facts[{"actor", std::string(actor.name)}] = SignatureOf(table, actor);
  for (const auto& flow : table.flows) facts[{"flow", std::string(flow.name)}] = FlowFact(table, flow);
  for (const auto& point : table.points) facts[{"point", std::string(point.name)}] = MeaningOf(table, point);
  for (const auto& type : table.pool.types) {
    if (!type.name.empty()) facts[{"type", std::string(type.name)}] = TypeFact(table.pool, type);
  }
  for (const auto& error : table.errors) {
    if (error.parent != contract::kNone) facts[{"error", std::string(error.name)}] = ErrorFact(table, error);
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
  NoSuchEnumerator();
}

TopologyDiff Diff(const contract::Version& before, const contract::Version& after) {
  TopologyDiff diff;
  diff.mesh = after.table->mesh;
  const RenamedTable former(*before.table, after);
  Facts old_facts = FactsFor(former.View());
  Facts new_facts = FactsFor(*after.table);
  AddPromises(before, old_facts);
  AddPromises(after, new_facts);
  for (const auto& [key, text] : old_facts) {
    const auto found = new_facts.find(key);
    const bool bears_name = key.first == "actor" || key.first == "flow";
    const std::string_view was = bears_name ? former.Former(key.second) : std::string_view();
    if (found == new_facts.end()) {
      diff.differences.push_back({Change::kRemoved, key.first, key.second, "", text, ""});
    } else if (found->second != text || !was.empty()) {
      diff.differences.push_back(
          {Change::kChanged, key.first, key.second, std::string(was), text, found->second});
    }
  }
  for (const auto& [key, text] : new_facts) {
    if (!old_facts.contains(key))
      diff.differences.push_back({Change::kAdded, key.first, key.second, "", "", text});
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
