// The counts of a run, read for a picture.
#pragma once

#include <optional>
#include <string>

#include "codegen/graph/graph.h"
#include "compiler/driver/compilation/compilation.h"
#include "compiler/driver/world/world.h"

namespace meshc::driver {

/// Fills `counts` from the file at `path`. `c` has a table; findings about the file are reported to it, and
/// where they are errors there are no counts. Yields why the file cannot be read; empty: it can.
std::string ReadOverlay(const std::string& path, const World& world, Compilation& c,
                        std::optional<codegen::TrafficCounts>& counts);

}  // namespace meshc::driver
