// The route tables that a host's command line and handlers agree on.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "mesh/actor/handler.h"
#include "mesh/contract/route_table.h"
#include "mesh/host/main.h"

namespace mesh::host {

struct FoundTables {
  std::vector<const contract::RouteTable*> tables;  ///< At least one; the first is for new envelopes.
  std::vector<std::string> skipped;                 ///< Why libraries of the directory are not served.
};

/// The program's own library; or, if `directory` is not empty, every library of its mesh there
/// that fits its handlers, the one named like its own first. The text says what is wrong.
std::variant<FoundTables, std::string> FindTables(const Program& program, const std::string& directory);

}  // namespace mesh::host
