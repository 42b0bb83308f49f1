// The route tables that a host serves, by digest: old envelopes finish on the table they began on.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "mesh/actor/handler.h"
#include "mesh/compatibility/side.h"
#include "mesh/contract/promises.h"
#include "mesh/durable/growing_list.h"
#include "mesh/host/station.h"
#include "mesh/host/table_fit.h"
#include "mesh/route/router.h"

namespace mesh::host {

/// A table with what this host makes of it. It stays where it is.
struct ServedTable {
  using StationOf = std::function<Station*(std::string_view actor)>;
  explicit ServedTable(const contract::Version& version, route::Limits limits = {},
                       std::span<const actor::Entry> actors = {}, const compatibility::Side* own = nullptr,
                       const StationOf& station_of = {});

  /// Names under which results of effects of that actor may be kept, its own first.
  const std::vector<std::string_view>& EffectNames(const contract::Actor& actor) const {
    return fit.Of(static_cast<contract::Index>(&actor - router.table().actors.data)).names;
  }

  route::Router router;
  TableFit fit;
  std::vector<Station*> stations;  ///< By actor index; null: it is left to other hosts.
};

/// Thread rule: one thread adds and switches at a time; everything else may be called from any thread.
class Tables {
 public:
  /// `own`: the version that `actors` were compiled against; no table: not known. All outlive it.
  Tables(std::span<const actor::Entry> actors, const contract::Version& own, route::Limits limits,
         ServedTable::StationOf station_of);

  /// The first one is for new envelopes. One of a known digest changes nothing.
  const ServedTable& Add(const contract::Version& version);
  /// New envelopes enter on this table from now on.
  void SwitchTo(const ServedTable& table) { newest_.store(&table, std::memory_order_release); }

  const durable::GrowingList<ServedTable>& all() const { return tables_; }
  const ServedTable& newest() const { return *newest_.load(std::memory_order_acquire); }
  /// Null: no table of that digest.
  const ServedTable* Find(std::string_view digest) const;
  /// What the actor of a handler of this host was called once; empty: it has had no other name.
  std::string_view FormerName(std::string_view actor) const;

 private:
  const std::span<const actor::Entry> actors_;
  std::optional<compatibility::Side> own_;
  const route::Limits limits_;
  const ServedTable::StationOf station_of_;
  durable::GrowingList<ServedTable> tables_;
  std::atomic<const ServedTable*> newest_ = nullptr;
};

}  // namespace mesh::host
