// Random Flow programs that mean something: most of them check clean, all terminate, and many fail
// on purpose.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/property/program/features.h"

namespace meshc::property {

/// Source text by top-level declaration.
struct Program {
  std::string mesh;  ///< The `mesh` line.
  std::vector<std::string> declarations;

  std::string Text() const;
};

/// The same seed and features give the same program, on every machine. Its flow to run is `main`.
Program RandomProgram(std::uint64_t seed, const Features& features);

/// The same declarations in another order, which `seed` decides.
Program Shuffled(Program program, std::uint64_t seed);

}  // namespace meshc::property
