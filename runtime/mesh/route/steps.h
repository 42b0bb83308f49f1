// What every host asks of a step, whatever it does with it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <variant>

#include "mesh/contract/route_table.h"
#include "mesh/route/router.h"

namespace mesh::route {

/// False: the envelope, or its branch, has ended.
inline bool GoesOn(const Step& step) {
  return !std::holds_alternative<Ended>(step) && !std::holds_alternative<BranchEnded>(step);
}

/// So many of `count` children run at a time, where nothing is short.
inline std::uint32_t WidthOf(const contract::Fork& fork, std::uint32_t count) {
  return fork.width > 0 ? std::min(fork.width, count) : count;
}

}  // namespace mesh::route
