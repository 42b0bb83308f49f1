// Scenarios as data: what `meshc test` runs, and what a built host runs with --scenarios.
//
// The compiler builds the set from the `scenario` declarations; `scenarios.json` is its file form.
// All indices are those of the mesh's route table; constants and programs live in `pool`, which
// begins with the table's own pool.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mesh/contract/route_table.h"
#include "mesh/route/table_data.h"

namespace mesh::deterministic {

struct StubAnswer {
  enum class Kind : std::uint8_t { kReturns, kRaises, kChooses, kFollows } kind = Kind::kReturns;
  std::vector<contract::Index> results;  ///< Per result a constant; kNone: the zero of its type.
  contract::Index error = contract::kNone;
  std::string message;
  contract::Index label = 0;
  std::vector<std::string> steps;
  std::uint32_t times = 0;  ///< 0: as often as it is asked.
  std::int64_t takes_ns = 0;
};

struct Stub {
  contract::Index actor = contract::kNone;
  contract::Index when = contract::kNone;  ///< Program over the params; kNone: always.
  std::vector<StubAnswer> answers;
};

struct Expectation {
  contract::Index condition = contract::kNone;
  std::string text;
  std::uint32_t line = 0;  ///< 0: not known.
};

struct Scenario {
  std::string title;
  std::string file;        ///< As printed in diagnostics.
  std::uint32_t line = 0;  ///< 0: not known.
  contract::Index flow = contract::kNone;
  std::vector<std::pair<contract::Index, contract::Index>> given;  ///< Slot, constant.
  std::vector<Stub> stubs;
  std::vector<std::pair<std::string, contract::Index>> signals;  ///< Name, constant.
  std::optional<std::vector<contract::Index>> visits;            ///< Actors.
  contract::Index outcome = contract::kNone;                     ///< Error; kNone: succeeded.
  std::vector<Expectation> expectations;
  std::vector<contract::Index> absent;  ///< Slots.
  std::optional<std::uint32_t> max_hops;
};

struct ScenarioSet {
  std::string digest;  ///< Of the table that the indices belong to.
  route::PoolData pool;
  std::vector<Scenario> scenarios;
};

}  // namespace mesh::deterministic
