// The route tables that a host serves, by digest: old envelopes finish on the table they began on.
#pragma once

#include <deque>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "mesh/contract/route_table.h"
#include "mesh/host/station.h"
#include "mesh/route/router.h"

namespace mesh::host {

/// A table with the stations of its actors.
struct ServedTable {
  ServedTable(const contract::RouteTable& table, route::Limits limits) : router(table, limits) {}

  route::Router router;
  std::vector<Station*> stations;  ///< By actor index.
};

class Tables {
 public:
  /// The first table is for new envelopes. `station_of` knows every actor of every table.
  Tables(std::span<const contract::RouteTable* const> tables, route::Limits limits,
         const std::function<Station*(std::string_view actor)>& station_of);

  const std::deque<ServedTable>& all() const { return tables_; }
  const ServedTable& newest() const { return tables_.front(); }
  /// Null: no table of that digest.
  const ServedTable* Find(std::string_view digest) const;

 private:
  std::deque<ServedTable> tables_;
};

}  // namespace mesh::host
