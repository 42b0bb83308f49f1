// What operators see of a host.
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mesh/durable/mailboxes.h"
#include "mesh/host/host.h"
#include "mesh/state/keys.h"

namespace mesh::host {

namespace {

monitoring::ActorReading ReadActor(Station& station, const ActorCounters& counters) {
  return {.name = std::string(station.entry().actor),
          .deliveries = counters.delivered.Read(),
          .handled = counters.handled.Read(),
          .retried = counters.retried.Read(),
          .duplicates_suppressed = counters.duplicates_suppressed.Read(),
          .redeliveries = counters.redeliveries.Read(),
          .suspects = counters.suspects.Read(),
          .drifted = counters.drifted.Read(),
          .rejected = counters.rejected.Read(),
          .in_flight = station.in_flight(),
          .healthy = station.healthy(),
          .handler = counters.handler.Read(),
          .wait = counters.wait.Read()};
}

}  // namespace

/// Those of all versions of the mesh, where others serve some of them; else those that are served here.
std::set<std::string> Host::MailboxNames() const {
  std::set<std::string> names;
  if (!durable()) {
    for (const auto& [name, station] : stations_) names.emplace(name);
    return names;
  }
  for (const ServedTable& table : tables_->all()) {
    const auto of_table = durable::MailboxesOf(table.router.table(), table.router.former());
    names.insert(of_table.begin(), of_table.end());
  }
  return names;
}

std::uint64_t Host::waiting() const {
  std::uint64_t waiting = 0;
  for (const std::string& name : MailboxNames()) waiting += transport_.Open(name).depth();
  return waiting;
}

monitoring::Reading Host::Read() const {
  const Counts counts = telling_.counting().Read();
  const contract::RouteTable& table = router().table();
  monitoring::Reading reading{.mesh = std::string(table.mesh),
                              .table = std::string(table.digest),
                              .now_ns = clock_.now_ns(),
                              .failed = counts.failed,
                              .dropped_copies = telling_.counting().dropped_copies(),
                              .late_branches = counts.late_branches,
                              .ended_succeeded = counts.ended_succeeded,
                              .ended_failed = counts.ended_failed,
                              .inside = admission_.inside(),
                              .open_joins = joins_.open(),
                              .open_parks = admission_.parked()};
  if (transport::Ledger* const ledger = transport_.ledger()) {
    // Whoever asks a server that is away waits for it.
    const bool answers = ledger->state().obstacle().empty();
    const auto count = [&](const std::string& prefix) {
      return answers ? std::optional<std::uint64_t>(ledger->state().Count(prefix)) : std::nullopt;
    };
    reading.open_joins = count(state::AllParents());
    reading.open_parks = count(state::AllParks());
  }
  for (const auto& [name, station] : stations_)
    reading.actors.push_back(ReadActor(*station, telling_.counting().Of(station->served().number)));
  for (const std::string& name : MailboxNames())
    reading.mailboxes.push_back({name, transport_.Open(name).contents()});
  return reading;
}

std::vector<monitoring::Check> Host::Checks() const {
  const std::vector<std::string> sick = unhealthy();
  std::string mailboxes;
  if (!sick.empty()) mailboxes = fmt::format("calls of {} do not come back", fmt::join(sick, ", "));
  const transport::Ledger* const ledger = transport_.ledger();
  // A host does not begin without a table.
  std::vector<monitoring::Check> checks = {
      {"transport", transport_.obstacle()},
      {"store", ledger != nullptr ? ledger->state().obstacle() : std::string()},
      {"mailboxes", std::move(mailboxes)},
      {"table", {}}};
  if (options_.archive != nullptr) checks.push_back({"archive", options_.archive->problem()});
  return checks;
}

}  // namespace mesh::host
