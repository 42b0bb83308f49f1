#include "mesh/route/arrival.h"

#include <fmt/format.h>

namespace mesh::route {

std::string ArrivalOf(const Route& route) {
  std::string text = fmt::format("{}/{}", route.at, route.hop);
  for (const auto& [loop, rounds] : route.loops) text += fmt::format("/r{}-{}", loop, rounds);
  for (const Frame& frame : route.frames) {
    if (const auto* call = std::get_if<CallFrame>(&frame)) text += fmt::format("/c{}", call->point);
    if (const auto* follow = std::get_if<FollowFrame>(&frame))
      text += fmt::format("/f{}-{}", follow->point, follow->steps.size());
  }
  return text;
}

}  // namespace mesh::route
