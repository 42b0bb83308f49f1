// Pools and the entries of tables as JSON. Used for tables and for scenario sets.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "mesh/contract/route_table.h"
#include "mesh/route/table_data.h"

namespace mesh::route {

/// Adds one array per kind of entry to `object`. In an entry, what has its default is left out.
void AddPool(const contract::Pool& pool, nlohmann::ordered_json& object);
void AddArrays(const contract::RouteTable& table, nlohmann::ordered_json& object);

/// Empty, or what is wrong; whether indices are in range is not looked at.
std::string ReadPool(const nlohmann::json& object, PoolData& pool);
/// Texts are kept in the table's pool.
std::string ReadArrays(const nlohmann::json& object, TableData& table);

/// As `object.dump`, but with one entry of an array a line, for people and for diffs.
std::string PrintByLine(const nlohmann::ordered_json& object);

}  // namespace mesh::route
