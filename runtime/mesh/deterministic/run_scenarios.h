// Runs scenarios on a route table: one message at a time, stubs, a virtual clock.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "mesh/actor/handler.h"
#include "mesh/contract/route_table.h"
#include "mesh/deterministic/scenario.h"
#include "mesh/deterministic/trace.h"
#include "mesh/envelope/envelope.h"

namespace mesh::deterministic {

/// What of a scenario did not hold: the n-th of its conditions, or of its absent fields.
struct FailedExpectation {
  enum class Kind : std::uint8_t { kRun, kOutcome, kVisits, kCondition, kAbsent, kHops } kind = Kind::kRun;
  std::size_t number = 0;
};

struct ScenarioResult {
  std::string title;
  std::string file;
  std::uint32_t line = 0;
  bool passed = false;
  std::vector<std::string> failures;      ///< One text per expectation that did not hold.
  std::vector<FailedExpectation> failed;  ///< What each of them is about.
  std::vector<std::string> visits;
  std::vector<TraceEntry> trace;
  Envelope envelope;    ///< As it ended.
  std::string payload;  ///< Its payload as JSON; empty if it did not run.
};

/// What becomes of a stub's outcome on its way into the route: a built host takes it through the
/// generated types of the actor. Empty: it stays as it is.
using Recode = std::function<actor::Outcome(contract::Index actor, const ValueList& arguments,
                                            const actor::Outcome& outcome)>;

/// Runs every scenario of `set` whose title `filter` accepts, in order.
std::vector<ScenarioResult> RunScenarios(const contract::RouteTable& table, const ScenarioSet& set,
                                         const std::function<bool(const std::string&)>& filter,
                                         const Recode& recode = {});

/// Whether a written set says on which lines of the flow it stands.
enum class Lines : std::uint8_t { kWritten, kLeftOut };

/// `scenarios.json`, both ways. Reading returns what is wrong instead, if something is.
std::string WriteScenarios(const ScenarioSet& set, Lines lines = Lines::kWritten);
std::variant<ScenarioSet, std::string> ReadScenarios(const std::string& json);

/// What `meshc test` and a host's --scenarios print: a line per scenario, failures below it,
/// the visits and the final payload if `trace`, and last `N passed, N failed`. If the results are of several
/// files, each file's name stands above its own.
std::string PrintResults(const std::vector<ScenarioResult>& results, bool trace);
/// Its last line: `3 passed, 1 failed`.
std::string PrintCount(const std::vector<ScenarioResult>& results);

}  // namespace mesh::deterministic
