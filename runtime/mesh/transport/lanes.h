// Lanes: the mailboxes that one actor has where some messages go before others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/envelope/envelope.h"
#include "mesh/transport/lane_names.h"

namespace mesh::transport {

struct Lanes {
  std::vector<std::string> names = {};  ///< The first one is the default; fewer than two: there are none.
  /// As `names`: how often each is taken from where all have messages. Empty: strict, earlier lanes first.
  std::vector<std::uint32_t> weights = {};

  bool empty() const { return names.size() < 2; }
  /// What is no lane, or nothing, goes where the first one does.
  std::size_t IndexOf(std::string_view name) const {
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? 0 : static_cast<std::size_t>(found - names.begin());
  }
};

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
