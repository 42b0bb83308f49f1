// What meshc has to say, as JUnit suites: one per file.
#pragma once

#include <string>
#include <vector>

#include "compiler/diagnostics/render.h"
#include "compiler/driver/junit.h"
#include "mesh/deterministic/run_scenarios.h"

namespace meshc::driver {

/// A case per scenario.
std::vector<JunitSuite> ScenarioSuites(const std::vector<mesh::deterministic::ScenarioResult>& results);

/// The suite of one checked file: a case per finding, of which warnings pass; a file without
/// findings is one case that passes.
JunitSuite FindingSuite(const std::string& path, const diagnostics::FoundIn& found);

}  // namespace meshc::driver
