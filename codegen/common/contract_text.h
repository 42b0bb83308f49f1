// Contract data as text: as C++ initialisers, and as the canonical text that digests are made of.
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

/// Everything that has meaning, without the digest: equal tables and no others have equal texts.
std::string CanonicalText(const mesh::contract::RouteTable& table);
std::string CanonicalText(const mesh::contract::Pool& pool);

}  // namespace meshc::codegen
