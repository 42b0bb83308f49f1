// What the handlers of a host make of one route table: point by point, by the judge that `meshc compat` asks.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/actor/handler.h"
#include "mesh/compatibility/call_recast.h"
#include "mesh/compatibility/judge.h"
#include "mesh/compatibility/side.h"
#include "mesh/contract/promises.h"
#include "mesh/envelope/envelope.h"

namespace mesh::host {

/// How a handler takes the calls of one actor of the table.
struct ActorFit {
  const actor::Entry* entry = nullptr;  ///< Null: this host has none.
  /// Null: it was compiled against the same contract, or takes none of the calls.
  const compatibility::CallRecast* recast = nullptr;
  bool taken = false;  ///< False: none of the calls is.
  /// Names under which results of its effects may be kept, the table's own first.
  std::vector<std::string_view> names;
};

/// Immutable after construction; it stays where it is.
class TableFit {
 public:
  /// `own`: the version that the handlers were compiled against; null: not known, then equal contracts fit
  /// and nothing else. All of it outlives this.
  TableFit(const contract::Version& version, std::span<const actor::Entry> actors,
           const compatibility::Side* own);

  const ActorFit& Of(contract::Index actor) const { return actors_[actor]; }
  /// False: the envelope waits for a handler that this host has, and another host's must answer it.
  bool Serves(const Envelope& envelope) const;
  /// True: no call of the table is left to other hosts.
  bool whole() const { return misfits_.empty(); }
  /// What is left to others and why, as sentences for people.
  const std::vector<std::string>& misfits() const { return misfits_; }
  /// That of it which this host has handlers for.
  const std::vector<std::string>& refusals() const { return refusals_; }

 private:
  using Entries = std::map<std::string_view, const actor::Entry*>;
  void Find(contract::Index actor, const Entries& entries, const compatibility::Side* own);
  void Judge(const contract::Version& version, const compatibility::Side& own);
  void Refuse(std::string why);

  const contract::RouteTable& table_;
  std::vector<ActorFit> actors_;
  // Only where contracts differ:
  std::unique_ptr<compatibility::Side> made_;
  std::unique_ptr<compatibility::CallRecasts> recasts_;
  compatibility::ServedPoints served_;
  std::vector<std::string> misfits_;
  std::vector<std::string> refusals_;
};

/// The first of `versions` against which all of `actors` were compiled; no table: none.
contract::Version FindOwn(std::span<const contract::Version> versions, std::span<const actor::Entry> actors);

}  // namespace mesh::host
