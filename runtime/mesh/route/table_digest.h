// The digest by which the versions of a mesh are told apart.
#pragma once

#include <string>

#include "mesh/contract/promises.h"
#include "mesh/contract/route_table.h"

namespace mesh::route {

/// The digest that a table with these entries has: the first 16 hex digits of the SHA-256 of `routes.json`
/// without digest, concurrency and promises, and of the former names of fields and members, which change
/// what a reader takes. An envelope fares alike in tables of one digest.
std::string TableDigest(const contract::RouteTable& table, contract::Array<contract::FormerName> former = {});

/// True if `routes` is a `routes.json` whose digest is made of its text as it stands, without any promises:
/// so whoever wrote it left it, and writing the table again is spared.
bool IsWrittenAs(std::string_view routes, std::string_view digest);

}  // namespace mesh::route
