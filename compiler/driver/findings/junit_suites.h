// What meshc has to say, as JUnit suites: one per file.
#pragma once

#include <string>
#include <vector>

#include "compiler/diagnostics/render.h"
#include "compiler/driver/findings/junit.h"
#include "mesh/deterministic/run_scenarios.h"

namespace meshc::driver {

/// A case per scenario.
std::vector<JunitSuite> ScenarioSuites(const std::vector<mesh::deterministic::ScenarioResult>& results);

/// The suite of one root file: a case per finding, of which warnings pass, and one that tells how the file
/// itself fared. `has_errors`: it has, though all may be findings of an earlier root.
JunitSuite FindingSuite(const diagnostics::FoundIn& found, bool has_errors);

}  // namespace meshc::driver
