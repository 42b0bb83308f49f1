// Mailboxes within one process. Envelopes move by pointer and nothing outlives the process.
#pragma once

#include <memory>

#include "mesh/transport/clock.h"
#include "mesh/transport/transport.h"

namespace mesh::transport {

/// A transport whose delayed sends wait on `clock`, which outlives it.
std::unique_ptr<Transport> MakeInproc(Clock& clock);

}  // namespace mesh::transport
