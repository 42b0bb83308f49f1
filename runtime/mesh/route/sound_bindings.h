// Which bindings need no check of what they yield.
#pragma once

#include <vector>

#include "mesh/contract/route_table.h"

namespace mesh::route {

/// By binding: true if, wherever it stands, it yields a part of the payload whose type is that of
/// the param. Payloads are checked when they are written, so their parts are sound.
std::vector<bool> FindSoundBindings(const contract::RouteTable& table);

/// The type itself, or what it is an optional of.
contract::Index BareType(const contract::Pool& pool, contract::Index type);

}  // namespace mesh::route
