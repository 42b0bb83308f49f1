// Flavors and deploys in `--print symbols`.
#pragma once

#include <string>

#include "compiler/types/declarations.h"

namespace meshc::sema {

/// Flavors as they are stated, then deploys with the settled settings of each actor that they name
/// and, as `default`, of the others.
std::string PrintDeploys(const types::Declarations& declarations);

}  // namespace meshc::sema
