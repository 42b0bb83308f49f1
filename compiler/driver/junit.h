// Scenario results for continuous-integration servers.
#pragma once

#include <string>
#include <vector>

#include "mesh/deterministic/run_scenarios.h"

namespace meshc::driver {

/// JUnit XML: one test suite per file, one test case per scenario.
std::string PrintJunit(const std::vector<mesh::deterministic::ScenarioResult>& results);

}  // namespace meshc::driver
