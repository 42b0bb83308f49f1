// Names of point kinds, for people.
#pragma once

#include <string_view>

#include "mesh/contract/route_table.h"

namespace mesh::route {

/// `a fork`, `an await`...
std::string_view KindName(const contract::Point& point);

}  // namespace mesh::route
