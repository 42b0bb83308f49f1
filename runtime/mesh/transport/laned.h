// A transport whose actors have lanes, made of one that knows none.
#pragma once

#include <memory>

#include "mesh/transport/lanes.h"
#include "mesh/transport/transport.h"

namespace mesh::transport {

/// Mailboxes of the mesh itself stay as they are. `lanes` has two or more.
std::unique_ptr<Transport> MakeLaned(std::unique_ptr<Transport> inner, Lanes lanes);

}  // namespace mesh::transport
