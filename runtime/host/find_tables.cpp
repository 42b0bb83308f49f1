#include "mesh/host/find_tables.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mesh/host/fit.h"
#include "mesh/host/routes_library.h"

namespace mesh::host {

namespace {

/// Why `loaded` is not served; empty: it is.
std::string Unserved(const Program& program, const LoadedTable& loaded) {
  if (const auto* problem = std::get_if<LoadProblem>(&loaded)) return problem->message;
  const contract::RouteTable& table = *std::get<const contract::RouteTable*>(loaded);
  if (table.mesh != program.mesh) {
    return fmt::format("table {} is of the mesh `{}`, this host is of `{}`", table.digest, table.mesh,
                       program.mesh);
  }
  const std::vector<std::string> misfits = FindMisfits(table, program.actors);
  if (misfits.empty()) return {};
  return fmt::format("table {} does not fit this host:\n  {}", table.digest, fmt::join(misfits, "\n  "));
}

void Add(const Program& program, const LoadedTable& loaded, FoundTables& found) {
  if (std::string why = Unserved(program, loaded); !why.empty()) {
    found.skipped.push_back(std::move(why));
    return;
  }
  const auto* table = std::get<const contract::RouteTable*>(loaded);
  if (std::ranges::find(found.tables, table) == found.tables.end()) found.tables.push_back(table);
}

}  // namespace

std::variant<FoundTables, std::string> FindTables(const Program& program, const std::string& directory) {
  const std::string own(program.routes_library);
  FoundTables found;
  if (directory.empty()) {
    Add(program, LoadOwnRoutes(own), found);
    if (found.tables.empty()) return found.skipped.front();
    return found;
  }
  const std::filesystem::path newest = std::filesystem::path(directory) / own;
  std::error_code none;
  if (std::filesystem::exists(newest, none)) Add(program, LoadRoutes(newest.string()), found);
  if (found.tables.empty()) {
    return fmt::format("`{}` gives no route table for new envelopes{}{}", newest.string(),
                       found.skipped.empty() ? "" : ": ", fmt::join(found.skipped, "\n"));
  }
  for (const LoadedTable& loaded : LoadRoutesOf(directory)) Add(program, loaded, found);
  return found;
}

}  // namespace mesh::host
