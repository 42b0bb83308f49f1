// A random scenario for the flow `main` of a random program.
#pragma once

#include <string>

#include "tests/property/program/random_program.h"
#include "tests/property/random.h"

namespace meshc::property {

/// States nothing that it expects: what happens is for others to compare. Its stubs run out, several of
/// them stand for one actor, and some of their conditions hold now and then only.
std::string RandomScenario(const Program& program, Random& random);

}  // namespace meshc::property
