// What a worker does next.
#pragma once

#include <variant>

#include "mesh/host/slot.h"
#include "mesh/transport/transport.h"

namespace mesh::host {

class Station;

/// A delivery that waits for a worker, or one that goes on without its call.
struct Job {
  Station* station = nullptr;
  std::variant<transport::Delivery, Overrun> work;
};

}  // namespace mesh::host
