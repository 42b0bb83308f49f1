#include "mesh/host/tables.h"

namespace mesh::host {

Tables::Tables(std::span<const contract::RouteTable* const> tables, route::Limits limits,
               const std::function<Station*(std::string_view actor)>& station_of) {
  for (const contract::RouteTable* table : tables) {
    ServedTable& served = tables_.emplace_back(*table, limits);
    for (const contract::Actor& actor : table->actors) served.stations.push_back(station_of(actor.name));
  }
}

const ServedTable* Tables::Find(std::string_view digest) const {
  for (const ServedTable& table : tables_) {
    if (table.router.table().digest == digest) return &table;
  }
  return nullptr;
}

}  // namespace mesh::host
