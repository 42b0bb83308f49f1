// Which flow a host enters.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "mesh/contract/promises.h"
#include "mesh/contract/route_table.h"

namespace mesh::lines {

/// The flow called `wanted`; if that is empty, the only one that no other flow calls. The text
/// says what is wrong.
std::variant<contract::Index, std::string> ChooseFlow(const contract::RouteTable& table,
                                                      std::string_view wanted,
                                                      contract::Array<contract::FormerName> former = {});

}  // namespace mesh::lines
