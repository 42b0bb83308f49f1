// Which errors an expression or a point may raise by itself.
#pragma once

#include <vector>

#include "compiler/ir/mesh.h"

namespace meshc::analysis {

using ErrorList = std::vector<types::ErrorId>;  ///< Sorted, without duplicates.

/// For every expression of the mesh: may its evaluation raise `expression_error`?
std::vector<bool> FindFallible(const ir::Mesh& mesh);

/// What arises at points without regard to what they pass on from elsewhere (called flows, branches,
/// caught and pending errors).
class OwnErrors {
 public:
  explicit OwnErrors(const ir::Mesh& mesh);
  ErrorList At(const ir::Point& point) const;

 private:
  void AddOfBindings(const std::vector<ir::Binding>& bindings, ErrorList& errors) const;
  ErrorList OfVisit(const ir::Visit& visit) const;
  ErrorList OfFlowCall(const ir::FlowCall& call) const;
  ErrorList OfFork(const ir::JoinPolicy& policy) const;
  ErrorList OfEach(const ir::EachFork& each) const;
  ErrorList OfPark(const ir::Park& park) const;
  ErrorList All() const;
  ErrorList OfSet(const ir::Point& point, const ir::Set& set) const;
  ErrorList OfExpression(ir::ExpressionId id) const;
  void AddWithDescendants(types::ErrorId error, ErrorList& errors) const;

  const ir::Mesh& mesh_;
  std::vector<bool> fallible_;
  std::vector<ErrorList> children_;  ///< By parent.
  std::vector<ErrorList> of_actor_;
};

}  // namespace meshc::analysis
