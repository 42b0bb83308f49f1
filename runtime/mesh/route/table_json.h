// Route tables as text, for people and for other languages.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "mesh/contract/route_table.h"
#include "mesh/route/table_data.h"

namespace mesh::route {

/// `routes.json`: the table, entry by entry. Equal tables give equal text, and reading it back
/// gives an equal table.
std::string WriteTableJson(const contract::RouteTable& table);

/// A pool in the same form.
std::string WritePoolJson(const contract::Pool& pool);

/// The table, or what is wrong with the text. Every index is checked, so that routers may run it.
std::variant<TableData, std::string> ReadTableJson(std::string_view text);

/// Entry by entry, member by member, digests and version included.
bool EqualTables(const contract::RouteTable& a, const contract::RouteTable& b);

}  // namespace mesh::route
