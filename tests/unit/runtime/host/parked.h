// An envelope that waits in branches of forks.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mesh/host/parks.h"

namespace mesh::host {

inline ParkedEnvelope ParkedIn(const ServedTable& table, std::string id, std::string root,
                               const std::vector<std::string>& forks) {
  ParkedEnvelope parked{std::make_unique<Envelope>(), &table};
  parked.envelope->id = std::move(id);
  parked.envelope->root_id = std::move(root);
  parked.envelope->route.at = 1;
  for (const std::string& fork_id : forks)
    parked.envelope->route.frames.emplace_back(BranchFrame{.fork_id = fork_id, .join = 4});
  return parked;
}

}  // namespace mesh::host
