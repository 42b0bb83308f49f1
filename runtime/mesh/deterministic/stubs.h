// The stubs of one scenario, and how far each has got.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/deterministic/run_scenarios.h"
#include "mesh/deterministic/scenario.h"
#include "mesh/deterministic/simulation.h"
#include "mesh/expression/evaluate.h"
#include "mesh/route/router.h"

namespace mesh::deterministic {

/// Answers visits for one run. Of an actor's stubs the first one answers whose condition holds;
/// where there is none, or it has no answer left, the actor returns zeros.
class Stubs {
 public:
  /// All of them outlive it; `evaluator` is that of the set's pool.
  Stubs(const route::Router& router, const expression::Evaluator& evaluator, const Scenario& scenario,
        const Recode& recode);

  Answer Respond(contract::Index actor, const route::Arguments& arguments, const Envelope& envelope);

 private:
  struct Progress {
    std::size_t answer = 0;
    std::uint32_t used = 0;  ///< Of the current answer.
  };

  const StubAnswer* Choose(contract::Index actor, const route::Arguments& arguments);
  bool Holds(const Stub& stub, const route::Arguments& arguments) const;
  static const StubAnswer* Next(const Stub& stub, Progress& progress);
  actor::Outcome OutcomeOf(contract::Index actor, const StubAnswer& answer) const;
  actor::Outcome Returned(contract::Index actor, const StubAnswer& answer) const;
  actor::Outcome Raised(contract::Index actor, const StubAnswer& answer) const;

  const route::Router& router_;
  const expression::Evaluator& evaluator_;
  const Scenario& scenario_;
  const Recode& recode_;
  Responder zeros_;
  std::vector<Progress> progress_;  ///< By stub.
};

}  // namespace mesh::deterministic
