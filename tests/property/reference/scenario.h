// Runs a `scenario` by the reference interpreter, straight from section 9 of the language.
#pragma once

#include <string>
#include <vector>

#include "compiler/sema/typed_program.h"
#include "tests/property/reference/observation.h"

namespace meshc::property {

/// What happens, whatever is expected. `visits` are names of actors.
Observation ObserveScenario(const sema::TypedProgram& program, const sema::Scenario& scenario);

/// What did not hold, for people; empty: the scenario passes.
std::vector<std::string> RunScenario(const sema::TypedProgram& program, const sema::Scenario& scenario);

}  // namespace meshc::property
