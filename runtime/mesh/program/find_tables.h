// The versions of its mesh that a host knows: its own, and what stands in the routes directory.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "mesh/contract/promises.h"
#include "mesh/program/main.h"
#include "mesh/program/routes_directory.h"

namespace mesh::program {

struct FoundTables {
  std::vector<contract::Version> tables;  ///< At least one; the first is for new envelopes.
  contract::Version own = {};             ///< What the handlers were compiled against; no table: not there.
  std::vector<std::string> skipped = {};  ///< Why libraries of the directory are not known.
  std::shared_ptr<RoutesDirectory> directory = {};  ///< Where more may come; null: nowhere.
  std::shared_ptr<SettledTables> settled = {};      ///< What keeps some of the tables; may be null.

  const contract::RouteTable& newest() const { return *tables.front().table; }
};

/// The program's own library; or, if `directory` is not empty, every library of its mesh there: first the one
/// that `current` names, or where there is no such file the one named like the program's own. The text says
/// what is wrong. `settled`: what the host says of calls; null: nothing.
std::variant<FoundTables, std::string> FindTables(const Program& program, const std::string& directory,
                                                  const std::shared_ptr<SettledTables>& settled = nullptr);

/// What keeps the program's handlers from the calls of one of the versions; empty: nothing does.
/// `only_equal`: they take those of their own contracts only.
std::string FindUnserved(const Program& program, const FoundTables& found, const contract::Version& version,
                         bool only_equal);

}  // namespace mesh::program
