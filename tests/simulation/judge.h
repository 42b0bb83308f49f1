// What is promised of every history.
#pragma once

#include <string>
#include <vector>

#include "tests/simulation/world.h"

namespace mesh::simulation {

/// What is broken, in words; empty: nothing.
std::vector<std::string> Judge(const Mesh& mesh, const Plan& plan, const History& history);

}  // namespace mesh::simulation
