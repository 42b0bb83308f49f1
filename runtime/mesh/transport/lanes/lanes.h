// The mailboxes that one actor has where some messages go before others.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "mesh/envelope/envelope.h"
#include "mesh/envelope/lanes.h"
#include "mesh/transport/lanes/lane_names.h"

namespace mesh::transport {

/// The lane that was asked for at the entrance; empty: none.
inline std::string LaneOf(const Envelope& envelope) {
  const auto stated = envelope.headers.find("lane");
  return stated == envelope.headers.end() ? std::string() : stated->second;
}

/// The mailbox of a lane of an actor. That of the first is the actor's own, so that lanes may be brought in
/// while messages wait.
inline std::string LaneMailbox(std::string_view actor, const Lanes& lanes, std::size_t lane) {
  return lane == 0 ? std::string(actor) : LaterLaneMailbox(actor, lanes.names[lane]);
}

/// True for mailboxes of actors; those of the mesh itself have no lanes.
inline bool HasLanes(std::string_view mailbox) { return !mailbox.starts_with('@'); }

}  // namespace mesh::transport
