// Which frames and loop counters an envelope has at each point of a flow: what has to travel with it to be
// there.
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "mesh/contract/route_table.h"

namespace mesh::route {

/// A frame of the flow's own activation, by what has opened it: equal openers, one construct.
struct Opener {
  std::string_view kind;  ///< As frames are called on the wire: `saga`, `branch`, …
  contract::Index point = contract::kNone;
  friend bool operator==(const Opener&, const Opener&) = default;
};
struct FrameShape {
  std::vector<Opener> frames = {};  ///< From the outside in.
  std::vector<contract::Index> loops = {};
};

/// By point: all that the entry of `flow` leads to, errors included. Calls of other flows open nothing here.
std::map<contract::Index, FrameShape> FrameShapesOf(const contract::RouteTable& table, contract::Index flow);

}  // namespace mesh::route
