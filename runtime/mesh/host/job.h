// What a worker does next.
#pragma once

#include <cstdint>
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
  /// When its worker last looked at the clock, just before, so that it need not do so again; 0: it has to
  /// look.
  std::int64_t seen_ns = 0;
};

}  // namespace mesh::host
