// Pools and the entries of tables as JSON. Used for tables and for scenario sets.
#pragma once

#include <string>
#include <string_view>

#include "mesh/contract/route_table.h"
#include "mesh/route/line_printer.h"
#include "mesh/route/table_data.h"

namespace mesh::route {

/// Prints one array per kind of entry. In an entry, what has its default is left out.
void PrintPool(const contract::Pool& pool, LinePrinter& printer);
void PrintArrays(const contract::RouteTable& table, LinePrinter& printer);

/// Of a text that may be anything. Empty, or what is wrong; whether indices are in range is not looked at.
std::string ReadPool(std::string_view text, PoolData& pool);
/// With the pool of the table, which keeps its texts.
std::string ReadTable(std::string_view text, TableData& table);

}  // namespace mesh::route
