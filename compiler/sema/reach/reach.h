// What the calls of flows by flows lead to. Needs all flows checked.
#pragma once

#include <vector>

#include "compiler/sema/context.h"

namespace meshc::sema {

/// By FlowId: the call, in a saga (or in a loop), that leads to the flow, directly or through the
/// calls of others; null: none does. Points into the context's edges.
using Reach = std::vector<const FlowEdge*>;

Reach ReachFromSagas(const Context& context);
Reach ReachFromLoops(const Context& context);

/// By FlowId: whether the flow is `start`, or called by it, directly or not.
std::vector<bool> CalledFrom(const Context& context, FlowId start);

/// All flows, each behind those that it calls, as far as they do not go round in a circle.
std::vector<FlowId> CalleesFirst(const Context& context);

/// Points at the call that leads to `flow`; `what` is what it stands in: `a saga`. Does nothing if
/// there is none.
void LabelReach(diagnostics::Builder report, const Context& context, const Reach& reach, FlowId flow,
                std::string_view what);

}  // namespace meshc::sema
