// The calls of flows, as written, with what is known of each.
#pragma once

#include <optional>
#include <vector>

#include "compiler/queries/checked_root.h"

namespace meshc::queries {

/// One call in a flow: a step of a chain, what `route`, `follow` or `tap` names.
struct Step {
  const syntax::Call* call = nullptr;
  const syntax::Statement* statement = nullptr;  ///< The innermost one that it stands in.
  const syntax::FlowDeclaration* flow = nullptr;
};

/// The flow that the place stands in, its header included; null: none.
const syntax::FlowDeclaration* FlowAround(const CheckedRoot& root, Place place);
/// None: it was not checked, as another declaration bears its name.
types::FlowId IdOf(const CheckedRoot& root, const syntax::FlowDeclaration& flow);

/// In source order.
std::vector<Step> StepsOf(const syntax::FlowDeclaration& flow);
/// The step whose text is around the place; null call: none.
Step StepAround(const CheckedRoot& root, Place place);
/// What was found out about the call; null: its flow is lost.
const sema::CallFacts* FactsOf(const CheckedRoot& root, const syntax::Call& call);

/// The point of the mesh that a call or statement was lowered to first; none: there is none.
ir::PointId PointOf(const CheckedRoot& root, source::SourceRange origin);
/// The actor that is visited there; none: nobody is.
types::ActorId ActorAt(const CheckedRoot& root, ir::PointId point);
/// The point whose text is around the place; if none is, that with which the statement around it begins, or
/// the next one in its block, or else the last one before it in its flow: where the cursor is on its way.
ir::PointId PointNear(const CheckedRoot& root, Place place);

}  // namespace meshc::queries
