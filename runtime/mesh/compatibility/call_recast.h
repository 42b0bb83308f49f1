// How the handler of one version takes the calls of another's table: what goes in and what comes back, by
// name. The router and the handler each see values of their own types only.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "mesh/compatibility/recast.h"
#include "mesh/compatibility/side.h"

namespace mesh::compatibility {

/// Immutable; share it between threads.
class CallRecast {
 public:
  /// For the handler: one value for each of its params. The error says what it cannot take.
  std::variant<ValueList, SchemaError> Arguments(std::span<const Value> given) const;
  /// For the table: one value for each of its results. The handler's own contract is checked first. Nothing
  /// that is heavier than `heaviest` is looked into: little memory may hold what takes forever to walk.
  std::variant<ValueList, SchemaError> Results(std::span<const Value> returned, std::size_t heaviest) const;
  /// The table's label for the handler's; kNone: it has none.
  contract::Index Label(contract::Index chosen) const;
  /// The table's name of a planned step.
  std::string_view Step(std::string_view planned) const;
  /// The detail of an error as the table's error of that name has it. What breaks the handler's contract
  /// becomes a value of no type; what weighs more than `heaviest` stays as it is.
  Value Detail(std::string_view error, const Value& raised, std::size_t heaviest) const;

 private:
  friend class CallRecasts;
  CallRecast(const Side& made, const Side& server, const contract::Actor& caller,
             const contract::Actor& handler, Recast& there, Recast& back);
  void PlanDetails(const contract::Actor& handler, Recast& back);

  const Side& made_;
  const Side& server_;
  const Recast& there_;
  const Recast& back_;
  contract::Span params_;   ///< The handler's.
  contract::Span results_;  ///< The handler's.
  Recast::Plan arguments_ = 0;
  Recast::Plan answers_ = 0;
  std::vector<contract::Index> labels_;  ///< By the handler's.
  std::map<std::string_view, std::string_view> steps_;
  struct DetailPlan {
    contract::Index type = contract::kNone;  ///< The handler's.
    bool known = false;                      ///< The table's error has a detail, too: `plan`.
    Recast::Plan plan = 0;
  };
  std::map<std::string_view, DetailPlan> details_;
};

/// Those of one table and one host. It stays where it is.
class CallRecasts {
 public:
  /// Both outlive it. `made`: the table's version.
  CallRecasts(const Side& made, const Side& server)
      : made_(made),
        server_(server),
        there_(made, server),
        back_(server, made),
        calls_(made.table().actors.size) {}
  CallRecasts(const CallRecasts&) = delete;
  CallRecasts& operator=(const CallRecasts&) = delete;

  /// The calls of the table's actor go to the server's handler, of whatever name.
  void Add(contract::Index made, contract::Index server);
  /// After the last one was added.
  void Finish();
  /// Null: none was added.
  const CallRecast* Of(contract::Index made) const { return calls_[made].get(); }

 private:
  const Side& made_;
  const Side& server_;
  Recast there_;
  Recast back_;
  std::vector<std::unique_ptr<CallRecast>> calls_;  ///< By the table's actors.
};

}  // namespace mesh::compatibility
