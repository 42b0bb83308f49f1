#include "mesh/host/tables.h"

#include <utility>

namespace mesh::host {

ServedTable::ServedTable(const contract::Version& version, route::Limits limits,
                         std::span<const actor::Entry> actors, const compatibility::Side* own,
                         const StationOf& station_of)
    : router(*version.table, limits, version.promises.former), fit(version, actors, own) {
  for (contract::Index i = 0; i < version.table->actors.size; ++i) {
    const actor::Entry* const entry = fit.Of(i).entry;
    stations.push_back(entry == nullptr || !station_of ? nullptr : station_of(entry->actor));
  }
}

Tables::Tables(std::span<const actor::Entry> actors, const contract::Version& own, route::Limits limits,
               ServedTable::StationOf station_of)
    : actors_(actors), limits_(limits), station_of_(std::move(station_of)) {
  if (own.table != nullptr) own_.emplace(*own.table, own.promises);
}

const ServedTable& Tables::Add(const contract::Version& version) {
  if (const ServedTable* known = Find(version.table->digest)) return *known;
  const ServedTable& added = tables_.Add(version, limits_, actors_, own_ ? &*own_ : nullptr, station_of_);
  if (newest_.load() == nullptr) SwitchTo(added);
  return added;
}

const ServedTable* Tables::Find(std::string_view digest) const {
  for (const ServedTable& table : tables_) {
    if (table.router.table().digest == digest) return &table;
  }
  return nullptr;
}

std::string_view Tables::FormerName(std::string_view actor) const {
  if (!own_) return {};
  const contract::Index index = own_->FindActor(actor);
  const bool is = index != contract::kNone && own_->table().actors[index].name == actor;
  return is ? own_->FormerName(contract::Named::kActor, index) : std::string_view();
}

}  // namespace mesh::host
