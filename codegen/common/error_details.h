// Which records are written in source, and which only hold the fields of an error.
#pragma once

#include <vector>

#include "compiler/types/declarations.h"

namespace meshc::codegen {

/// By record: true if it is the detail of an error. Such records have no name in source.
std::vector<bool> FindErrorDetails(const types::Declarations& declarations);

}  // namespace meshc::codegen
