// Which actors, and which mailboxes of the mesh itself, a process serves.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "mesh/actor/handler.h"

namespace mesh::program {

struct ServedActors {
  std::vector<actor::Entry> actors = {};
  bool sink = true;     ///< Where envelopes end.
  bool control = true;  ///< Signals, cancellations, timers.
  bool all = true;      ///< Nothing is left out.
};

/// `wanted`: names of actors; none: all. `none` alone serves nothing. The mailboxes of the mesh itself are
/// served by everybody, unless one of them (`@sink`, `@control`) is named: then those that are. The text says
/// what is wrong.
std::variant<ServedActors, std::string> ChooseActors(std::span<const actor::Entry> known,
                                                     const std::vector<std::string>& wanted);

}  // namespace mesh::program
