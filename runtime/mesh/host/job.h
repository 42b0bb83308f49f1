// What a worker does next.
#pragma once

#include <variant>

#include "mesh/host/slot.h"
#include "mesh/transport/transport.h"

namespace mesh::host {

class Desk;
class Station;

/// A delivery that waits for a worker, or one that goes on without its call.
struct Job {
  Station* station = nullptr;
  std::variant<transport::Delivery, Overrun> work;
  Desk* desk = nullptr;  ///< Instead of a station: the delivery is for the mesh itself.
};

}  // namespace mesh::host
