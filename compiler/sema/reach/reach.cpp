#include "compiler/sema/reach/reach.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace meshc::sema {
namespace {

using Starts = llvm::function_ref<bool(const FlowEdge&)>;

/// Edges by the flow that they leave, in the order given.
std::vector<std::vector<const FlowEdge*>> EdgesByCaller(const Context& context) {
  std::vector<std::vector<const FlowEdge*>> edges(context.program.flows.size());
  for (const FlowEdge& edge : context.sites.edges) edges[edge.around.flow.index].push_back(&edge);
  return edges;
}

/// Follows all edges from those that `starts` chooses.
Reach FindReach(const Context& context, Starts starts) {
  const auto edges = EdgesByCaller(context);
  Reach reach(context.program.flows.size(), nullptr);
  std::vector<FlowId> queue;
  const auto enter = [&](FlowId flow, const FlowEdge* by) {
    if (reach[flow.index] != nullptr) return;
    reach[flow.index] = by;
    queue.push_back(flow);
  };
  for (const FlowEdge& edge : context.sites.edges) {
    if (starts(edge)) enter(edge.to, &edge);
  }
  for (std::size_t at = 0; at < queue.size(); ++at) {
    for (const FlowEdge* edge : edges[queue[at].index]) enter(edge->to, reach[queue[at].index]);
  }
  return reach;
}

}  // namespace

Reach ReachFromSagas(const Context& context) {
  return FindReach(context, [](const FlowEdge& edge) { return edge.around.saga.has_value(); });
}

Reach ReachFromLoops(const Context& context) {
  return FindReach(context, [](const FlowEdge& edge) { return edge.around.loop.has_value(); });
}

std::vector<bool> CalledFrom(const Context& context, FlowId start) {
  const auto edges = EdgesByCaller(context);
  std::vector<bool> called(context.program.flows.size(), false);
  std::vector<FlowId> queue{start};
  called[start.index] = true;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    for (const FlowEdge* edge : edges[queue[at].index]) {
      if (!called[edge->to.index]) queue.push_back(edge->to);
      called[edge->to.index] = true;
    }
  }
  return called;
}

std::vector<FlowId> CalleesFirst(const Context& context) {
  struct Frame {
    FlowId flow;
    std::size_t next = 0;
  };
  const auto edges = EdgesByCaller(context);
  std::vector<bool> entered(edges.size(), false);
  std::vector<FlowId> order;
  // With a stack of its own: chains of calls may be long.
  std::vector<Frame> open;
  const auto enter = [&](FlowId flow) {
    if (!entered[flow.index]) open.push_back({flow});
    entered[flow.index] = true;
  };
  for (const FlowId root : context.program.flows.ids()) {
    enter(root);
    while (!open.empty()) {
      Frame& frame = open.back();
      const auto& calls = edges[frame.flow.index];
      if (frame.next < calls.size()) {
        enter(calls[frame.next++]->to);
      } else {
        order.push_back(frame.flow);
        open.pop_back();
      }
    }
  }
  return order;
}

void LabelReach(diagnostics::Builder report, const Context& context, const Reach& reach, FlowId flow,
                std::string_view what) {
  const FlowEdge* edge = reach[flow.index];
  if (edge == nullptr) return;
  const auto name = [&](FlowId id) { return "`" + context.program.flows[id].name + "`"; };
  std::string text = "in " + std::string(what) + ", this runs " + name(edge->to);
  if (edge->to != flow) text += ", which leads to " + name(flow);
  report.AddLabel(edge->range, std::move(text));
}

}  // namespace meshc::sema
