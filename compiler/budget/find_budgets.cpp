#include <llvm/ADT/STLExtras.h>

#include "compiler/budget/budget.h"
#include "compiler/budget/flow_order.h"
#include "compiler/budget/flow_walk.h"

namespace meshc::budget {
namespace {

constexpr std::size_t kMostContributions = 3;

/// Well or not: the flow is over.
Cost WorstEnd(const FlowCosts& costs) {
  std::optional<Cost> worst = costs.ended;
  for (const auto& [error, cost] : costs.raised) KeepWorse(worst, cost);
  return worst.value_or(Cost{});
}

FlowBudget MakeBudget(const sema::TypedProgram& program, types::FlowId flow, const FlowCosts& costs,
                      const Paths& paths) {
  const Cost cost = WorstEnd(costs);
  const Amount sink(1);
  FlowBudget budget;
  budget.flow = flow;
  budget.longest = {cost.done.longest.time, PathText(paths, cost.done.longest.path)};
  budget.clocked = {cost.clocked.time, PathText(paths, cost.clocked.path)};
  budget.hops = cost.done.hops + sink;
  budget.messages = cost.done.messages + sink;
  budget.money = cost.done.money;
  budget.endless = costs.endless;
  if (budget.exceeds(program.flows[flow].sla_ns)) {
    budget.largest = LargestContributions(paths, cost.clocked.path, kMostContributions);
  }
  return budget;
}

/// As they are called under a deploy.
Actors ActorsOf(const types::Declarations& declarations, const types::Deploy& deploy) {
  Actors actors = declarations.actors;
  for (const types::ActorId id : actors.ids()) {
    const types::ActorSettings settings = types::SettingsOf(declarations, deploy, id);
    if (settings.timeout_ns) actors[id].timeout_ns = settings.timeout_ns->value;
    if (settings.retry) actors[id].retry = settings.retry;
  }
  return actors;
}

Budgets FindBudgets(const sema::TypedProgram& program, const Actors& actors,
                    const types::ArisingErrors& arising) {
  const std::vector<types::FlowId> order = CalleesFirst(program);
  std::vector<Coordination> coordination = FindCoordination(program, order);
  Budgets budgets;
  KnownFlows known(program.flows.size());
  for (const types::FlowId flow : order) {
    FlowWalk walk(program, actors, arising, known);
    known[flow.index] = walk.Run(flow);
    budgets.push_back(MakeBudget(program, flow, known[flow.index], walk.paths()));
    budgets.back().coordination = std::move(coordination[flow.index]);
  }
  llvm::sort(budgets, [](const FlowBudget& a, const FlowBudget& b) { return a.flow < b.flow; });
  return budgets;
}

}  // namespace

Budgets FindBudgets(const sema::TypedProgram& program, const types::ArisingErrors& arising) {
  return FindBudgets(program, program.declarations.actors, arising);
}

Budgets FindBudgets(const sema::TypedProgram& program, const types::ArisingErrors& arising,
                    const types::Deploy& deploy) {
  return FindBudgets(program, ActorsOf(program.declarations, deploy), arising);
}

}  // namespace meshc::budget
