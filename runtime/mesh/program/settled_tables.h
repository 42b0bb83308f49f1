// Route tables as one host runs them: with what its settings say of calls.
//
// The table of a mesh stays what it is, and so does its digest: timeouts, retries and concurrency of a deploy
// are none of its meaning.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "mesh/actor/call_settings.h"
#include "mesh/contract/promises.h"

namespace mesh::program {

/// Thread rule: one thread at a time. Versions that it has given are valid as long as it is.
class SettledTables {
 public:
  explicit SettledTables(actor::CallsOfActors calls) : calls_(std::move(calls)) {}

  /// The version with the settings of those actors that it has; `version` itself if there are none. It
  /// outlives this.
  contract::Version Apply(const contract::Version& version);

 private:
  struct Kept {
    std::vector<contract::Actor> actors;
    std::vector<contract::RetryPolicy> retries;
    std::vector<contract::Index> indices;
    contract::RouteTable table;
  };
  static void Apply(const actor::CallSettings& calls, contract::Actor& actor, Kept& kept);

  const actor::CallsOfActors calls_;
  std::deque<Kept> kept_;
};

/// The first error of the settings that none of the tables has, as a sentence; empty: there is none.
/// `tables`: at least one. While versions change, settings are those of the newest table and hosts may begin
/// with others.
std::string FindUnknownError(const actor::CallsOfActors& calls, const std::vector<contract::Version>& tables);

}  // namespace mesh::program
