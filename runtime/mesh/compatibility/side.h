// One version of a mesh, indexed by the names under which the other one looks for things.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "mesh/contract/promises.h"
#include "mesh/contract/route_table.h"
#include "mesh/expression/evaluate.h"
#include "mesh/value/schemas.h"

namespace mesh::compatibility {

/// Table and promises outlive it. Immutable after construction; it stays where it is.
class Side {
 public:
  explicit Side(const contract::RouteTable& table, const contract::Promises& promises = {});
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;

  const contract::RouteTable& table() const { return table_; }
  const contract::Promises& promises() const { return promises_; }
  const contract::Pool& pool() const { return table_.pool; }
  const Schemas& schemas() const { return schemas_; }

  // kNone: there is none of this name, now or formerly.
  contract::Index FindActor(std::string_view name) const { return Find(actors_, former_actors_, name); }
  contract::Index FindFlow(std::string_view name) const { return Find(flows_, former_flows_, name); }
  contract::Index FindError(std::string_view name) const { return Find(errors_, {}, name); }
  contract::Index FindDeploy(std::string_view name) const { return Find(deploys_, {}, name); }

  /// Of the programs of the table; made at the first question, by one thread.
  const expression::Evaluator& evaluator() const;

  /// The `@was` of an entry of the table; empty: it has none.
  std::string_view FormerName(contract::Named of, contract::Index entry) const;

  /// What a listed step, an actor or a flow, was called once; empty: it has had no other name.
  std::string_view FormerStep(std::string_view name) const;

  /// Flows that no other flow calls and no plan router lists: where clients are.
  const std::set<contract::Index>& entries() const { return entries_; }
  /// Actors that some point waits for, undo calls included.
  const std::set<contract::Index>& reached() const { return reached_; }
  /// The types that are awaited under each name.
  const std::map<std::string_view, std::set<contract::Index>>& signals() const { return signals_; }

  contract::Array<contract::Field> fields(contract::Index envelope) const {
    return Slice(table_.fields, table_.envelopes[envelope].fields);
  }
  /// True if `error` is `ancestor` or descends from it.
  bool IsError(contract::Index error, contract::Index ancestor) const;
  /// True if the table takes this error from the actor's handler without making another of it.
  bool MayRaise(const contract::Actor& actor, contract::Index error) const;

 private:
  using Names = std::unordered_map<std::string_view, contract::Index>;
  static contract::Index Find(const Names& names, const Names& former, std::string_view name);
  void AddPoint(const contract::Point& point, std::set<contract::Index>& called);

  const contract::RouteTable& table_;
  contract::Promises promises_;
  Schemas schemas_;
  Names actors_;
  Names former_actors_;
  Names flows_;
  Names former_flows_;
  Names errors_;
  Names deploys_;
  std::map<std::pair<contract::Named, contract::Index>, std::string_view> former_names_;
  std::set<contract::Index> entries_;
  std::set<contract::Index> reached_;
  std::map<std::string_view, std::set<contract::Index>> signals_;
  mutable std::once_flag asked_;
  mutable std::optional<expression::Evaluator> evaluator_;
};

/// True if an envelope waits at the point for a handler.
bool IsDelivery(const contract::Point& point);
/// The actor whose undo calls the point leaves behind; kNone: it leaves none.
contract::Index UndoOf(const contract::RouteTable& table, const contract::Point& point);

}  // namespace mesh::compatibility
