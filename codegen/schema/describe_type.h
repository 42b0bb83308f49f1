// Payload types as JSON Schema.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <set>

#include "compiler/types/declarations.h"

namespace meshc::codegen {

/// Puts the keywords of a type into `schema`. A record, enum or union becomes a `$ref` into
/// `$defs`, and is added to `reached`.
void DescribeType(const types::Declarations& declarations, types::TypeId type, nlohmann::ordered_json& schema,
                  std::set<types::TypeId>& reached);

/// The same for what stands behind such a `$ref`.
void DescribeNamedType(const types::Declarations& declarations, types::TypeId type,
                       nlohmann::ordered_json& schema, std::set<types::TypeId>& reached);

/// A property: its type with description, default, and what annotations say.
void DescribeMember(const types::Declarations& declarations, const types::Member& member,
                    nlohmann::ordered_json& schema, std::set<types::TypeId>& reached);

/// The name of a record, enum or union.
const std::string& NameOfType(const types::Declarations& declarations, types::TypeId type);

}  // namespace meshc::codegen
