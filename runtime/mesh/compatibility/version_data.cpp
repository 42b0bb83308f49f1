#include "mesh/compatibility/version_data.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "mesh/route/table_digest.h"
#include "mesh/route/table_json.h"
#include "mesh/value/patterns.h"

namespace mesh::compatibility {

namespace {

template <typename Entries>
bool HasControls(const Entries& entries) {
  return std::any_of(entries.begin(), entries.end(), [](const auto& entry) {
    return std::ranges::any_of(entry.name, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  });
}

/// No source has such names.
bool HasBadNames(const contract::RouteTable& table) {
  return HasControls(table.actors) || HasControls(table.flows) || HasControls(table.points) ||
         HasControls(table.fields) || HasControls(table.errors) || HasControls(table.envelopes) ||
         HasControls(table.pool.types) || HasControls(table.pool.members);
}

bool HasOwnDigest(std::string_view routes, const contract::RouteTable& table,
                  contract::Array<contract::FormerName> former) {
  if (former.size == 0 && route::IsWrittenAs(routes, table.digest)) return true;
  // Once former names did not count.
  return route::TableDigest(table, former) == table.digest || route::TableDigest(table) == table.digest;
}

}  // namespace

std::variant<VersionData, std::string> ReadVersion(std::string_view routes) {
  auto table = route::ReadTableJson(routes);
  if (auto* wrong = std::get_if<std::string>(&table)) return std::move(*wrong);
  const contract::RouteTable view = std::get<route::TableData>(table).View();
  auto promises = ReadPromises(routes, view);
  if (auto* wrong = std::get_if<std::string>(&promises)) return std::move(*wrong);
  if (!HasOwnDigest(routes, view, std::get<PromisesData>(promises).View().former))
    return "its digest is not that of its entries: it was changed";
  // Another version of the library may have taken it.
  if (const auto pattern = FindBadPattern(view.pool); !pattern.empty())
    return fmt::format("the pattern \"{}\" is none", pattern);
  if (HasBadNames(view)) return "it has names that hold control characters";
  return VersionData{std::get<route::TableData>(std::move(table)),
                     std::get<PromisesData>(std::move(promises))};
}

}  // namespace mesh::compatibility
