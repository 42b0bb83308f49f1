#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/sema/checks.h"
#include "compiler/sema/statements/flow_checker.h"
#include "compiler/source/cycles.h"

namespace meshc::sema {
namespace {

void CheckFlowCycles(Context& context) {
  // Calls were found flow by flow, in source order within each.
  std::vector<source::Edge> edges;
  for (const FlowEdge& edge : context.sites.edges)
    edges.push_back({edge.around.flow.index, edge.to.index, edge.range});
  const auto& flows = context.program.flows;
  for (const auto& cycle : source::FindCycles(flows.size(), edges)) {
    std::string shown = flows[FlowId{cycle.front().from}].name;
    for (const source::Edge& edge : cycle) shown += " -> " + flows[FlowId{edge.to}].name;
    auto report = context.diagnostics.Report(diag::FlowCycle, cycle.front().range, Lexeme{shown});
    for (std::size_t i = 1; i < cycle.size(); ++i) report.AddLabel(cycle[i].range, "which calls this");
    report.AddHelp("repeat with a bounded loop instead: a route has to be finite");
  }
}

}  // namespace

void CheckFlows(Context& context) {
  // In source order, so that the first edge of a cycle is the first one that people read.
  for (const Symbol& symbol : context.table.symbols) {
    if (symbol.kind == SymbolKind::kFlow) FlowChecker(context, {symbol.index}).Check();
  }
  CheckFlowCycles(context);
}

}  // namespace meshc::sema
