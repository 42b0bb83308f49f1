// What a run over JSON lines came to, in a line for people.
#pragma once

#include <cstdint>
#include <string>

#include "mesh/lines/json_lines.h"

namespace mesh::program {

/// `3 read, 2 succeeded, 1 failed, 0 unfinished, 0.012 seconds`
std::string Summary(const lines::Tally& tally, std::int64_t elapsed_ns);
/// The same of a run on a virtual clock: `..., 0.012 virtual seconds`
std::string VirtualSummary(const lines::Tally& tally);

}  // namespace mesh::program
