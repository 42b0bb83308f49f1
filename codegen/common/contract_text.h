// Contract data as C++ initialisers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/common/printer.h"
#include "mesh/contract/route_table.h"

namespace meshc::codegen {

/// Holes of the template `contract_arrays`: a list `arrays`, each with `type`, `name` and a list
/// `entries` of `text` and `index`. Empty arrays have no definition, thus no item.
std::vector<Holes> ArrayDefinitions(const mesh::contract::Pool& pool);
std::vector<Holes> ArrayDefinitions(const mesh::contract::RouteTable& table);

/// Holes of a list `initialisers` with `name` and `value`: `types`, `All(kTypes)`; or `{}`.
std::vector<Holes> ArrayInitialisers(const mesh::contract::Pool& pool);
std::vector<Holes> ArrayInitialisers(const mesh::contract::RouteTable& table);

}  // namespace meshc::codegen
