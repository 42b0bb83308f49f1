// Enumerators of the route table's contract as they are spelled in C++: `PointKind::kCall`.
#pragma once

#include <string_view>

#include "mesh/contract/route_table.h"

namespace meshc::codegen {

std::string_view Spell(mesh::contract::TypeKind value);
std::string_view Spell(mesh::contract::ConstantKind value);
std::string_view Spell(mesh::contract::ErrorClass value);
std::string_view Spell(mesh::contract::Backoff value);
std::string_view Spell(mesh::contract::ActorKind value);
std::string_view Spell(mesh::contract::Effect value);
std::string_view Spell(mesh::contract::Op value);
std::string_view Spell(mesh::contract::Wait value);
std::string_view Spell(mesh::contract::PointKind value);

}  // namespace meshc::codegen
