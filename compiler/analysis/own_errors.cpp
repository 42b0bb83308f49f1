// Which errors arise at a point itself.
#include <algorithm>

#include "compiler/analysis/failures.h"
#include "compiler/analysis/fits.h"

namespace meshc::analysis {
namespace {

using types::BuiltinError;

}  // namespace

OwnErrors::OwnErrors(const ir::Mesh& mesh, ErrorSets& sets)
    : mesh_(mesh), sets_(sets), fallible_(FindFallible(mesh)) {
  of_waiting_ = Add(Add({}, BuiltinError::kDeadlineExceeded), BuiltinError::kCancelled);
  SetId of_any_call = of_waiting_;
  for (const BuiltinError error :
       {BuiltinError::kTimeout, BuiltinError::kCrash, BuiltinError::kContractViolation})
    of_any_call = Add(of_any_call, error);
  for (const types::Actor& actor : mesh.declarations.actors) {
    SetId errors = of_any_call;
    for (const types::ErrorId error : actor.raises) errors = sets_.pool().Unite(errors, sets_.Family(error));
    of_actor_.push_back(errors);
  }
}

SetId OwnErrors::OfExpression(ir::ExpressionId id) const {
  if (!id.has_value() || !fallible_[id.index]) return {};
  return Add({}, BuiltinError::kExpressionError);
}

SetId OwnErrors::AddOfBindings(const std::vector<ir::Binding>& bindings, SetId errors) const {
  const bool fallible = std::any_of(bindings.begin(), bindings.end(), [&](const ir::Binding& binding) {
    return fallible_[binding.value.index];
  });
  return fallible ? Add(errors, BuiltinError::kExpressionError) : errors;
}

SetId OwnErrors::OfVisit(const ir::Visit& visit) const {
  return AddOfBindings(visit.bindings, of_actor_[visit.actor.index]);
}

// What its bindings yield is checked against the callee's schema.
SetId OwnErrors::OfFlowCall(const ir::FlowCall& call) const {
  if (!call.own_envelope) return {};
  return AddOfBindings(call.bindings, Add({}, BuiltinError::kContractViolation));
}

// Errors of its branches apart.
SetId OwnErrors::OfFork(const ir::JoinPolicy& policy) const {
  const bool may_fail = policy.wait != ir::WaitKind::kAll || policy.timeout_ns > 0;
  return may_fail ? Add(of_waiting_, BuiltinError::kJoinFailed) : of_waiting_;
}

SetId OwnErrors::OfEach(const ir::EachFork& each) const {
  SetId errors = OfFork(each.policy);
  if (each.max > 0 || fallible_[each.list.index]) errors = Add(errors, BuiltinError::kExpressionError);
  return each.collects.empty() ? errors : Add(errors, BuiltinError::kContractViolation);
}

SetId OwnErrors::OfPark(const ir::Park& park) const {
  return park.on_timeout ? of_waiting_ : Add(of_waiting_, BuiltinError::kTimeout);
}

// A value of a wider type than its target is checked when it is written.
SetId OwnErrors::OfSet(const ir::Point& point, const ir::Set& set) const {
  const types::Declarations& declarations = mesh_.declarations;
  types::TypeId target =
      declarations.envelopes[mesh_.flows[point.flow].envelope].fields[set.target.field].type;
  for (std::uint32_t member : set.target.path) {
    target = declarations.records[declarations.types[declarations.types.Present(target)].record()]
                 .members[member]
                 .type;
  }
  if (set.target.append) target = declarations.types[target].element;
  const SetId errors = OfExpression(set.value);
  return AlwaysFits(mesh_, set.value, target) ? errors : Add(errors, BuiltinError::kContractViolation);
}

SetId OwnErrors::OfRaise(const ir::Raise& raise) const {
  SetId errors = OfExpression(raise.message);
  if (errors.empty()) errors = OfExpression(raise.detail);
  errors = sets_.Add(errors, raise.error);
  const types::TypeId detail = mesh_.declarations.errors[raise.error].detail;
  const bool fits = !raise.detail.has_value() || AlwaysFits(mesh_, raise.detail, detail);
  return fits ? errors : Add(errors, BuiltinError::kContractViolation);
}

SetId OwnErrors::At(const ir::Point& point) const {
  if (const auto* call = std::get_if<ir::Call>(&point.body)) return OfVisit(call->visit);
  if (const auto* ask = std::get_if<ir::Ask>(&point.body)) return OfVisit(ask->visit);
  if (const auto* follow = std::get_if<ir::Follow>(&point.body)) return OfVisit(follow->visit);
  if (const auto* set = std::get_if<ir::Set>(&point.body)) return OfSet(point, *set);
  if (const auto* branch = std::get_if<ir::Branch>(&point.body)) return OfExpression(branch->condition);
  if (const auto* match = std::get_if<ir::Match>(&point.body)) return OfExpression(match->subject);
  if (const auto* raise = std::get_if<ir::Raise>(&point.body)) return OfRaise(*raise);
  if (const auto* call = std::get_if<ir::FlowCall>(&point.body)) return OfFlowCall(*call);
  if (const auto* fork = std::get_if<ir::Fork>(&point.body)) return OfFork(fork->policy);
  if (const auto* each = std::get_if<ir::EachFork>(&point.body)) return OfEach(*each);
  if (const auto* park = std::get_if<ir::Park>(&point.body)) return OfPark(*park);
  // Of a gap, nothing is known.
  if (std::holds_alternative<ir::Gap>(point.body)) return sets_.All();
  return {};
}

}  // namespace meshc::analysis
