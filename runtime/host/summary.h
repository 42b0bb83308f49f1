// What a run over JSON lines came to, in a line for people.
#pragma once

#include <cstdint>
#include <string>

#include "mesh/host/json_lines.h"

namespace mesh::host {

/// `3 read, 2 succeeded, 1 failed, 0 unfinished, 0.012 seconds`
std::string Summary(const Tally& tally, std::int64_t elapsed_ns);
/// The same of a run on a virtual clock: `..., 0.012 virtual seconds`
std::string VirtualSummary(const Tally& tally);

}  // namespace mesh::host
