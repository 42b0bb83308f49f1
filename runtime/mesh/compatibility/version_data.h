// A version of a mesh that owns what it is made of, as it is read from a `routes.json`.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "mesh/compatibility/promises_data.h"
#include "mesh/route/table_data.h"

namespace mesh::compatibility {

struct VersionData {
  route::TableData table;
  PromisesData promises;
};

/// The version that `routes` holds: routers may run its table, its digest is that of its entries, and its
/// names can be printed. Else what is wrong with it.
std::variant<VersionData, std::string> ReadVersion(std::string_view routes);

}  // namespace mesh::compatibility
