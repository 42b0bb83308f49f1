// Where what the cursor is at is declared, and where its type is.
#pragma once

#include <vector>

#include "compiler/queries/checked_root.h"

namespace meshc::queries {

/// The declaration of the name under the cursor, or the file that an import or `given` names (a place at
/// its begin). Empty: nothing is known.
std::vector<source::SourceRange> FindDefinition(const CheckedRoot& root, Place place);

/// The declaration of the type of the name under the cursor: of a field, member, param, result, tag or
/// variable; of a flow its envelope. Empty: the type is built in, or there is none.
std::vector<source::SourceRange> FindTypeDefinition(const CheckedRoot& root, Place place);

}  // namespace meshc::queries
