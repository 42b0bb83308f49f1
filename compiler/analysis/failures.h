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
  /// What each delivery to an actor may raise.
  SetId OfCall(types::ActorId actor) const { return of_actor_[actor.index]; }
  /// What arises at a point but for the errors of its visit.
  SetId BesidesCall(const ir::Point& point) const;

 private:
  SetId OfExpressions(const ir::Point& point) const;
  SetId AddOfJoin(SetId errors, const ir::JoinPolicy& policy) const;
  SetId AddOfEach(SetId errors, const ir::EachFork& each) const;
  SetId AddOfPark(SetId errors, const ir::Point& point, const ir::Park& park) const;
  SetId AddOfSet(SetId errors, const ir::Point& point, const ir::Set& set) const;
  SetId AddOfRaise(SetId errors, const ir::Raise& raise) const;
  SetId Add(SetId errors, types::BuiltinError error) const { return sets_.Add(errors, types::IdOf(error)); }

  const ir::Mesh& mesh_;
  ErrorSets& sets_;
  std::vector<bool> fallible_;
  SetId of_waiting_;  ///< While it waits, the deadline may pass and the envelope be cancelled.
  std::vector<SetId> of_actor_;
};

}  // namespace meshc::analysis
