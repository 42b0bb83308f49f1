// The patterns of a pool, before anybody matches by them.
#pragma once

#include <string_view>

#include "mesh/contract/route_table.h"

namespace mesh {

/// The first pattern of a type that is no regular expression; empty: all are. What is matched by such a one
/// never fits.
std::string_view FindBadPattern(const contract::Pool& pool);

}  // namespace mesh
