// Writes random Flow programs that mean something: they check clean, terminate and often fail on purpose.
#pragma once

#include <cstdint>
#include <string>

namespace meshc::property {

/// The same seed gives the same text, on every machine.
std::string RandomProgram(std::uint64_t seed);

}  // namespace meshc::property
