// What a flow lacks, and the text that adds it.
#pragma once

#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/queries/checked_root.h"

namespace meshc::queries {

struct Addition {
  std::string title;
  diagnostics::Edit edit;
};

/// Arms that the innermost `route` or `match` around the place lacks, as one addition; at the name of a flow
/// a clause for each declared error that leaves it.
std::vector<Addition> AdditionsAt(const CheckedRoot& root, Place place);

}  // namespace meshc::queries
