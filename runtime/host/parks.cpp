#include "mesh/host/parks.h"

#include <algorithm>
#include <utility>

namespace mesh::host {

Parks::Address Parks::AddressOf(const ParkedEnvelope& parked) {
  const contract::RouteTable& table = parked.table->router.table();
  return {parked.envelope->root(), std::string(table.points[parked.envelope->route.at].signal)};
}

std::optional<Parks::Signalled> Parks::Park(ParkedEnvelope parked, Ticket& ticket) {
  const std::lock_guard lock(mutex_);
  Address address = AddressOf(parked);
  const auto early = early_.find(address);
  if (early == early_.end()) {
    ticket = next_++;
    waiting_.emplace(ticket, Waiting{std::move(address), std::move(parked)});
    return std::nullopt;
  }
  Signalled signalled{std::move(parked), std::move(early->second.front())};
  early->second.pop_front();
  if (early->second.empty()) early_.erase(early);
  return signalled;
}

std::optional<Parks::Signalled> Parks::Signal(const std::string& root, const std::string& name,
                                              std::string value) {
  const std::lock_guard lock(mutex_);
  Address address{root, name};
  const auto at = std::find_if(waiting_.begin(), waiting_.end(),
                               [&](const auto& entry) { return entry.second.address == address; });
  if (at == waiting_.end()) {
    early_[std::move(address)].push_back(std::move(value));
    return std::nullopt;
  }
  Signalled signalled{std::move(at->second.parked), std::move(value)};
  waiting_.erase(at);
  return signalled;
}

std::optional<ParkedEnvelope> Parks::TakeLate(Ticket ticket) {
  const std::lock_guard lock(mutex_);
  const auto at = waiting_.find(ticket);
  if (at == waiting_.end()) return std::nullopt;
  ParkedEnvelope parked = std::move(at->second.parked);
  waiting_.erase(at);
  return parked;
}

std::vector<ParkedEnvelope> Parks::TakeAll(const std::string& root) {
  const std::lock_guard lock(mutex_);
  std::vector<ParkedEnvelope> taken;
  for (auto at = waiting_.begin(); at != waiting_.end();) {
    if (at->second.address.root != root) {
      ++at;
      continue;
    }
    taken.push_back(std::move(at->second.parked));
    at = waiting_.erase(at);
  }
  return taken;
}

void Parks::Forget(const std::string& root) {
  const std::lock_guard lock(mutex_);
  std::erase_if(early_, [&](const auto& entry) { return entry.first.root == root; });
}

}  // namespace mesh::host
