// Types of a pool as the language writes them: `[string](..50)`, `Order?`.
#pragma once

#include <string>

#include "mesh/contract/route_table.h"

namespace mesh::compatibility {

std::string PrintType(const contract::Pool& pool, const contract::Type& type);
std::string PrintType(const contract::Pool& pool, contract::Index type);

/// `message: string, email: string? = null`: members as a signature lists them.
std::string PrintMembers(const contract::Pool& pool, contract::Span members);
/// A constant of type `type` as JSON with sorted members: equal constants give equal texts.
std::string PrintConstant(const contract::Pool& pool, contract::Index type, contract::Index constant);

}  // namespace mesh::compatibility
