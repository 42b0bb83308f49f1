// Which errors an expression or a point may raise by itself.
#pragma once

#include <vector>

#include "compiler/analysis/error_sets.h"

namespace meshc::analysis {

/// For every expression of the mesh: may its evaluation raise `expression_error`?
std::vector<bool> FindFallible(const ir::Mesh& mesh);

/// What arises at points without regard to what they pass on from elsewhere (called flows, branches,
/// caught and pending errors).
class OwnErrors {
 public:
  OwnErrors(const ir::Mesh& mesh, ErrorSets& sets);
  SetId At(const ir::Point& point) const;

 private:
  SetId AddOfBindings(const std::vector<ir::Binding>& bindings, SetId errors) const;
  SetId OfVisit(const ir::Visit& visit) const;
  SetId OfFlowCall(const ir::FlowCall& call) const;
  SetId OfFork(const ir::JoinPolicy& policy) const;
  SetId OfEach(const ir::EachFork& each) const;
  SetId OfPark(const ir::Park& park) const;
  SetId OfSet(const ir::Point& point, const ir::Set& set) const;
  SetId OfRaise(const ir::Raise& raise) const;
  SetId OfExpression(ir::ExpressionId id) const;
  SetId Add(SetId errors, types::BuiltinError error) const { return sets_.Add(errors, types::IdOf(error)); }

  const ir::Mesh& mesh_;
  ErrorSets& sets_;
  std::vector<bool> fallible_;
  SetId of_waiting_;  ///< While it waits, the deadline may pass and the envelope be cancelled.
  std::vector<SetId> of_actor_;
};

}  // namespace meshc::analysis
