// A transport whose actors have lanes, made of one that knows none.
#pragma once

#include <memory>

#include "mesh/transport/clock.h"
#include "mesh/transport/lanes/lanes.h"
#include "mesh/transport/transport.h"

namespace mesh::transport {

/// Mailboxes of the mesh itself stay as they are. `lanes` has two or more. `clock`, which outlives it, says
/// what has waited for its turn for longer than a loan of `inner` lets it.
std::unique_ptr<Transport> MakeLaned(std::unique_ptr<Transport> inner, Lanes lanes, Clock& clock);

}  // namespace mesh::transport
