// Holds a run against what its scenario expects.
#pragma once

#include <string>
#include <vector>

#include "mesh/deterministic/scenario.h"
#include "mesh/deterministic/simulation.h"
#include "mesh/expression/evaluate.h"
#include "mesh/route/router.h"

namespace mesh::deterministic {

/// One text per expectation that does not hold, with what was expected and what was got.
/// `evaluator` is that of the set's pool.
std::vector<std::string> FailedExpectations(const route::Router& router,
                                            const expression::Evaluator& evaluator, const Scenario& scenario,
                                            const Run& run);

}  // namespace mesh::deterministic
