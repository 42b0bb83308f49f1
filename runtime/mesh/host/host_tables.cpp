// The versions of its mesh that a host serves, while they come.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mesh/host/host.h"
#include "mesh/host/table_fit.h"
#include "mesh/host/table_needs.h"

namespace mesh::host {

void Host::OpenTables(const HostParts& parts) {
  const contract::Version own = parts.own.table != nullptr ? parts.own : FindOwn(parts.tables, parts.actors);
  tables_ =
      std::make_unique<Tables>(parts.actors, own, route::Limits{.payload_bytes = options_.max_payload_bytes},
                               [this](std::string_view actor) -> Station* {
                                 const auto at = stations_.find(actor);
                                 return at == stations_.end() ? nullptr : at->second.get();
                               });
  for (const contract::Version& version : parts.tables) TellMisfits(tables_->Add(version));
}

void Host::TellMisfits(const ServedTable& table) const {
  if (!options_.log || table.fit.refusals().empty()) return;
  const std::string text =
      fmt::format("of table {} other hosts must serve what does not fit the handlers of this one:\n  {}",
                  table.router.table().digest, fmt::join(table.fit.refusals(), "\n  "));
  options_.log({actor::LogLevel::kWarning, {}, {}, {}, text});
}

std::string Host::Install(const contract::Version& version) {
  if (tables_->Find(version.table->digest) != nullptr) return {};
  if (std::string problem = FindLackOf(*version.table, transport_); !problem.empty()) return problem;
  const ServedTable& table = tables_->Add(version);
  TellMisfits(table);
  if (durable()) known_.Add(table.router);
  return {};
}

std::string Host::SwitchTo(std::string_view digest) {
  const ServedTable* const table = tables_->Find(digest);
  if (table == nullptr) return fmt::format("there is no table {} for new envelopes", digest);
  if (!durable() && !table->fit.whole())
    return fmt::format("new envelopes do not enter on table {}: not all of its calls fit this host", digest);
  tables_->SwitchTo(*table);
  return {};
}

const ServedTable& Host::EntranceOf(const Envelope& envelope) const {
  const ServedTable* const named =
      envelope.route.table.empty() ? nullptr : tables_->Find(envelope.route.table);
  return named == nullptr ? tables_->newest() : *named;
}

const route::Router* Host::RouterOf(std::string_view digest) const {
  const ServedTable* const table = digest.empty() ? &tables_->newest() : tables_->Find(digest);
  return table == nullptr ? nullptr : &table->router;
}

}  // namespace mesh::host
