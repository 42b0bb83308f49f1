// Records and envelopes of two versions by the places where they stand: their names mean nothing.
#pragma once

#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "mesh/compatibility/type_fit.h"

namespace mesh::compatibility {

/// What stands in one version where a record or an envelope of the other one stands: at an entry, an exit, a
/// signal, and among the params and results of an actor. Both sides outlive it.
class Counterparts {
 public:
  Counterparts(const Side& made, const Side& server) : made_(made), server_(server) {}

  /// Names of `server`, sorted; empty: nothing stands there any more. The first question looks at everything.
  const std::set<std::string_view>& Of(std::string_view made_container);

 private:
  using Pair = std::pair<contract::Index, contract::Index>;

  void Build();
  void Flows();
  void Actors();
  void Later(contract::Index made, contract::Index server);
  void Match(contract::Index made, contract::Index server);
  void Slots(const std::vector<Slot>& made, const std::vector<Slot>& server);

  const Side& made_;
  const Side& server_;
  bool built_ = false;
  std::map<std::string_view, std::set<std::string_view>> names_;
  std::vector<Pair> pending_;  ///< Types wait here, so that depth is no recursion.
  std::set<Pair> seen_;
};

}  // namespace mesh::compatibility
