// Where imports end: another one goes there.
#pragma once

#include <cstdint>

#include "compiler/queries/checked_root.h"

namespace meshc::queries {

/// Behind the `mesh` line and the imports of the file; of one that has neither, its begin.
std::uint32_t EndOfHead(const CheckedRoot& root, const syntax::File& file);

}  // namespace meshc::queries
