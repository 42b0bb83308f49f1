// Holds a run against what its scenario expects.
#pragma once

#include <string>
#include <vector>

#include "mesh/deterministic/run_scenarios.h"
#include "mesh/deterministic/scenario.h"
#include "mesh/deterministic/trace.h"
#include "mesh/envelope/envelope.h"
#include "mesh/expression/evaluate.h"
#include "mesh/route/router.h"

namespace mesh::deterministic {

/// An expectation that does not hold: what was expected and what was got.
struct Mismatch {
  FailedExpectation expectation;
  std::string text;
};

/// `evaluator` is that of the set's pool, `ended` the envelope as it is at the end of the run that `trace` is
/// of.
std::vector<Mismatch> FailedExpectations(const route::Router& router, const expression::Evaluator& evaluator,
                                         const Scenario& scenario, const Envelope& ended, const Trace& trace);

}  // namespace mesh::deterministic
