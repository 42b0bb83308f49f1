// Names of the mailboxes of lanes. Made here only, for hosts and for the charts that watch their queues.
#pragma once

#include <string>
#include <string_view>

namespace mesh::transport {

/// The mailbox of a lane of an actor that is not the first: that one is the actor's own. No name of an actor
/// or of a lane holds an `@`.
inline std::string LaterLaneMailbox(std::string_view actor, std::string_view lane) {
  return std::string(actor) + "@" + std::string(lane);
}

}  // namespace mesh::transport
