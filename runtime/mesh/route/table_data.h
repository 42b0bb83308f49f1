// A route table that owns its entries: what the compiler builds and what is read from JSON.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/contract/route_table.h"

namespace mesh::route {

/// Entries of a pool in growing containers. `Text` keeps a string alive and returns a view of it.
struct PoolData {
  std::vector<std::string_view> strings;
  std::vector<contract::Index> indices;
  std::vector<contract::Type> types;
  std::vector<contract::Member> members;
  std::vector<contract::Constant> constants;
  std::vector<contract::Index> constant_children;
  std::vector<contract::Instruction> code;
  std::vector<contract::Program> programs;

  PoolData() = default;
  PoolData(PoolData&&) = default;
  PoolData& operator=(PoolData&&) = default;

  std::string_view Text(std::string text);
  /// Valid until the next change of this object.
  contract::Pool View() const;

 private:
  std::deque<std::string> texts_;
};

/// Movable; views handed out stay valid when moved, but not when changed.
struct TableData {
  std::string mesh;
  std::string digest;
  PoolData pool;
  std::vector<contract::EnvelopeSchema> envelopes;
  std::vector<contract::Field> fields;
  std::vector<contract::ErrorKind> errors;
  std::vector<contract::RetryPolicy> retries;
  std::vector<contract::Actor> actors;
  std::vector<contract::Flow> flows;
  std::vector<contract::Loop> loops;
  std::vector<contract::Handler> handlers;
  std::vector<contract::Binding> bindings;
  std::vector<contract::Write> writes;
  std::vector<contract::Case> cases;
  std::vector<contract::Collect> collects;
  std::vector<contract::Fork> forks;
  std::vector<contract::Point> points;

  /// The table as hosts see it. Lives as long as this object stays where it is and unchanged.
  contract::RouteTable View() const;
};

}  // namespace mesh::route
