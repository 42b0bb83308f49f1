// What becomes of an envelope with a transition: to be told when that has been carried out.
#pragma once

#include <functional>
#include <vector>

#include "mesh/envelope/envelope.h"
#include "mesh/observation/events.h"

namespace mesh::durable {

struct Planned {
  Envelope envelope;  ///< As it stood when it was planned.
  std::function<observation::What(const Envelope& envelope)> what;
};
using PlannedEvents = std::vector<Planned>;

}  // namespace mesh::durable
