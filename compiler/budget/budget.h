// Upper bounds of what each flow takes, and where it needs coordination.
//
// Bounds are what handler timeouts, retries and `max` allow: a run is never longer, unless it has to
// wait for a free replica. They are found on the typed program, flow by flow, callees first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/budget/coordination.h"
#include "compiler/budget/ways.h"
#include "compiler/sema/typed_program.h"
#include "compiler/types/arising_errors.h"

namespace meshc::budget {

/// A time and the path that takes it, in words.
struct TimeBudget {
  Amount time;  ///< Nanoseconds.
  std::vector<std::string> path;
};

struct FlowBudget {
  types::FlowId flow;
  TimeBudget longest;
  TimeBudget clocked;  ///< Without the time for which the flow is parked: what `sla` bounds.
  Amount hops;         ///< First deliveries to an actor, and one to the sink.
  Amount messages;     ///< Hops, repeated attempts, children of forks and copies of taps.
  Amount money;        ///< Billionths of what `@cost` names.
  Endless endless;     ///< Why some of these are unbounded.
  Coordination coordination;
  /// What takes most of `clocked`, largest first; empty unless it exceeds the flow's sla.
  std::vector<Contribution> largest;

  bool exceeds(std::int64_t sla_ns) const { return sla_ns > 0 && Amount(sla_ns) < clocked.time; }
};

/// One per sound flow, sorted by name.
using Budgets = std::vector<FlowBudget>;

/// `arising`: which errors arise where in `program`. Work is linear in the size of the program.
Budgets FindBudgets(const sema::TypedProgram& program, const types::ArisingErrors& arising);
/// The same with the timeouts and retries that hosts heed under `deploy`.
Budgets FindBudgets(const sema::TypedProgram& program, const types::ArisingErrors& arising,
                    const types::Deploy& deploy);

/// Warns of flows that may take longer than their sla.
void CheckSlas(const sema::TypedProgram& program, const Budgets& budgets,
               diagnostics::Diagnostics& diagnostics);

/// Warns of those that do so only under a deploy, at that deploy. `budgets`: without any.
void CheckDeployedSlas(const sema::TypedProgram& program, const types::ArisingErrors& arising,
                       const Budgets& budgets, diagnostics::Diagnostics& diagnostics);

/// The budgets of one mesh, with what their names and places refer to.
struct Report {
  const sema::TypedProgram& program;
  const source::SourceManager& sources;
  const Budgets& budgets;
};

/// A table per flow.
std::string PrintText(const Report& report);
/// `{"flows": [...]}`, all meshes in one array.
std::string PrintJson(const std::vector<Report>& reports);

}  // namespace meshc::budget
