// Names of the table's enumerations in JSON.
#pragma once

#include <span>
#include <string_view>

#include "mesh/contract/route_table.h"

namespace mesh::route {

// By value of the enumeration; the argument only chooses it.

std::span<const std::string_view> NamesOf(contract::TypeKind);
std::span<const std::string_view> NamesOf(contract::ConstantKind);
std::span<const std::string_view> NamesOf(contract::ErrorClass);
std::span<const std::string_view> NamesOf(contract::Backoff);
std::span<const std::string_view> NamesOf(contract::ActorKind);
std::span<const std::string_view> NamesOf(contract::Effect);
std::span<const std::string_view> NamesOf(contract::Op);
std::span<const std::string_view> NamesOf(contract::Wait);
std::span<const std::string_view> NamesOf(contract::PointKind);

}  // namespace mesh::route
