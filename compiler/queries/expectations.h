// Where in a scenario stands what did not hold.
#pragma once

#include <string_view>

#include "compiler/queries/checked_root.h"
#include "mesh/deterministic/run_scenarios.h"

namespace meshc::queries {

/// The `expect` that failed; without one, as success is expected unless something else is, the title. None:
/// the root has no such scenario.
source::SourceRange FindExpectation(const CheckedRoot& root, std::string_view title,
                                    const mesh::deterministic::FailedExpectation& failed);

}  // namespace meshc::queries
