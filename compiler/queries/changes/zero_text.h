// The least value of a type, as people write it.
#pragma once

#include <optional>
#include <string>

#include "compiler/types/declarations.h"

namespace meshc::queries {

/// `""`, `0`, `{ id: "" }`: moved to the nearest value that the type's constraint allows; members that may be
/// left out are. None: the type has none that can be told, as one with a pattern has.
std::optional<std::string> ZeroText(const types::Declarations& declarations, types::TypeId type);

}  // namespace meshc::queries
