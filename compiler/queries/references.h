// All places that mean one declaration.
#pragma once

#include <vector>

#include "compiler/queries/checked_root.h"

namespace meshc::queries {

struct Reference {
  source::SourceRange range;
  sema::Access access = sema::Access::kPlain;
  bool is_declaration = false;
};

/// In the order of places, the declaration included.
std::vector<Reference> FindReferences(const CheckedRoot& root, const Declared& declared);

}  // namespace meshc::queries
