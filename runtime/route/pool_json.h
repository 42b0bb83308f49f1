// Pools and the entries of tables as JSON. Used for tables and for scenario sets.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "mesh/contract/route_table.h"
#include "mesh/route/line_printer.h"
#include "mesh/route/table_data.h"

namespace mesh::route {

/// Prints one array per kind of entry. In an entry, what has its default is left out.
void PrintPool(const contract::Pool& pool, LinePrinter& printer);
void PrintArrays(const contract::RouteTable& table, LinePrinter& printer);

/// Empty, or what is wrong; whether indices are in range is not looked at.
std::string ReadPool(const nlohmann::json& object, PoolData& pool);
/// Texts are kept in the table's pool.
std::string ReadArrays(const nlohmann::json& object, TableData& table);

}  // namespace mesh::route
