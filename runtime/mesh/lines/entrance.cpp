#include "mesh/lines/entrance.h"

#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mesh::lines {

namespace {

/// Flows that no other calls.
std::vector<contract::Index> Entrances(const contract::RouteTable& table) {
  std::set<contract::Index> called;
  for (const contract::Point& point : table.points) {
    if (point.kind == contract::PointKind::kFlowCall) called.insert(point.callee);
  }
  std::vector<contract::Index> entrances;
  for (contract::Index flow = 0; flow < table.flows.size; ++flow) {
    if (!called.contains(flow)) entrances.push_back(flow);
  }
  return entrances;
}

}  // namespace

std::variant<contract::Index, std::string> ChooseFlow(const contract::RouteTable& table,
                                                      std::string_view wanted,
                                                      contract::Array<contract::FormerName> former) {
  for (contract::Index flow = 0; flow < table.flows.size; ++flow) {
    if (table.flows[flow].name == wanted) return flow;
  }
  for (const contract::FormerName& each : former) {
    if (each.of == contract::Named::kFlow && each.name == wanted) return each.entry;
  }
  const std::vector<contract::Index> entrances = Entrances(table);
  if (wanted.empty() && entrances.size() == 1) return entrances.front();
  std::vector<std::string_view> names;
  for (const contract::Index flow : entrances) names.push_back(table.flows[flow].name);
  if (wanted.empty())
    return fmt::format("which flow? give --flow NAME with one of {}", fmt::join(names, ", "));
  return fmt::format("no flow is called `{}`; there is {}", wanted, fmt::join(names, ", "));
}

}  // namespace mesh::lines
