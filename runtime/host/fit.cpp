#include "mesh/host/fit.h"

#include <algorithm>

#include <fmt/format.h>

namespace mesh::host {

std::vector<std::string> FindMisfits(const contract::RouteTable& table,
                                     std::span<const actor::Entry> actors) {
  std::vector<std::string> misfits;
  if (table.version != contract::kRouteTableVersion) {
    misfits.push_back(fmt::format("the route table has layout version {}, this host reads version {}",
                                  table.version, contract::kRouteTableVersion));
    return misfits;
  }
  for (const contract::Actor& actor : table.actors) {
    const auto entry = std::ranges::find(actors, actor.name, &actor::Entry::actor);
    if (entry == actors.end()) {
      misfits.push_back(fmt::format("actor `{}` has no handler in this host", actor.name));
    } else if (entry->contract != actor.contract) {
      misfits.push_back(
          fmt::format("the handler of `{}` was built for contract {}, the route table asks for {}; "
                      "build the host again from the same .flow files",
                      actor.name, entry->contract, actor.contract));
    }
  }
  return misfits;
}

}  // namespace mesh::host
