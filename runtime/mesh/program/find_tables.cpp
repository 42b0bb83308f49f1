#include "mesh/program/find_tables.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mesh/host/table_fit.h"
#include "mesh/program/routes_library.h"

namespace mesh::program {

namespace {

/// The library beside the program, unless somebody has put another one there.
contract::Version OwnOf(const Program& program, const std::vector<contract::Version>& tables) {
  std::vector<contract::Version> known;
  const LoadedVersion beside = LoadOwnRoutes(std::string(program.routes_library));
  if (const auto* version = std::get_if<contract::Version>(&beside)) known.push_back(*version);
  known.insert(known.end(), tables.begin(), tables.end());
  return host::FindOwn(known, program.actors);
}

std::variant<FoundTables, std::string> FindIn(const Program& program, const std::string& directory,
                                              const std::shared_ptr<SettledTables>& settled) {
  FoundTables found;
  found.directory = std::make_shared<RoutesDirectory>(directory, std::string(program.mesh), settled);
  RoutesDirectory::Changes changes = found.directory->Look();
  found.skipped = std::move(changes.problems);
  const auto newest = std::ranges::find_if(changes.added, [&](const RoutesDirectory::Added& added) {
    return changes.current.empty() ? added.file == program.routes_library
                                   : added.version.table->digest == changes.current;
  });
  if (newest == changes.added.end()) {
    const std::string wanted =
        changes.current.empty() ? std::string(program.routes_library) : "the table " + changes.current;
    return fmt::format("`{}` gives no route table for new envelopes: {} is not there{}{}", directory, wanted,
                       found.skipped.empty() ? "" : "\n", fmt::join(found.skipped, "\n"));
  }
  std::rotate(changes.added.begin(), newest, std::next(newest));
  for (const RoutesDirectory::Added& added : changes.added) found.tables.push_back(added.version);
  found.own = OwnOf(program, found.tables);
  return found;
}

}  // namespace

std::variant<FoundTables, std::string> FindTables(const Program& program, const std::string& directory,
                                                  const std::shared_ptr<SettledTables>& settled) {
  if (!directory.empty()) return FindIn(program, directory, settled);
  const LoadedVersion own = LoadOwnRoutes(std::string(program.routes_library));
  if (const auto* problem = std::get_if<LoadProblem>(&own)) return problem->message;
  const auto& version = std::get<contract::Version>(own);
  if (version.table->mesh != program.mesh) {
    return fmt::format("table {} is of the mesh `{}`, this host is of `{}`", version.table->digest,
                       version.table->mesh, program.mesh);
  }
  FoundTables found;
  found.tables = {settled == nullptr ? version : settled->Apply(version)};
  found.settled = settled;
  found.own = OwnOf(program, found.tables);
  return found;
}

std::string FindUnserved(const Program& program, const FoundTables& found, const contract::Version& version,
                         bool only_equal) {
  std::optional<compatibility::Side> own;
  if (found.own.table != nullptr && !only_equal) own.emplace(*found.own.table, found.own.promises);
  const host::TableFit fit(version, program.actors, own ? &*own : nullptr);
  if (fit.whole()) return {};
  return fmt::format("table {} does not fit this host:\n  {}", version.table->digest,
                     fmt::join(fit.misfits(), "\n  "));
}

}  // namespace mesh::program
