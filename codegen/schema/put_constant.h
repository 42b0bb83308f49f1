// Constants as they look on the wire.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "compiler/types/declarations.h"

namespace meshc::codegen {

/// Sets `target` to the JSON of a constant of that type. Absent members of records are left out.
void PutConstant(const types::Declarations& declarations, const types::Constant& constant, types::TypeId type,
                 nlohmann::ordered_json& target);

}  // namespace meshc::codegen
