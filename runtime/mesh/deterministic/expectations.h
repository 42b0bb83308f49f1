// Holds a run against what its scenario expects.
#pragma once

#include <string>
#include <vector>

#include "mesh/deterministic/scenario.h"
#include "mesh/deterministic/simulation.h"
#include "mesh/expression/evaluate.h"
#include "mesh/route/router.h"

namespace mesh::deterministic {

/// An expectation that does not hold: what was expected and what was got.
struct Mismatch {
  FailedExpectation expectation;
  std::string text;
};

/// `evaluator` is that of the set's pool.
std::vector<Mismatch> FailedExpectations(const route::Router& router, const expression::Evaluator& evaluator,
                                         const Scenario& scenario, const Run& run);

}  // namespace mesh::deterministic
