// Which errors arise at a point itself.
#include <algorithm>

#include "compiler/analysis/failures.h"
#include "compiler/analysis/fits.h"

namespace meshc::analysis {
namespace {

using types::BuiltinError;

void Normalise(ErrorList& errors) {
  std::sort(errors.begin(), errors.end());
  errors.erase(std::unique(errors.begin(), errors.end()), errors.end());
}

}  // namespace

OwnErrors::OwnErrors(const ir::Mesh& mesh)
    : mesh_(mesh), fallible_(FindFallible(mesh)), children_(mesh.declarations.errors.size()) {
  for (types::ErrorId id : mesh.declarations.errors.ids()) {
    types::ErrorId parent = mesh.declarations.errors[id].parent;
    if (parent.has_value()) children_[parent.index].push_back(id);
  }
  for (const types::Actor& actor : mesh.declarations.actors) {
    ErrorList errors{types::IdOf(BuiltinError::kTimeout), types::IdOf(BuiltinError::kCrash),
                     types::IdOf(BuiltinError::kContractViolation),
                     types::IdOf(BuiltinError::kDeadlineExceeded), types::IdOf(BuiltinError::kCancelled)};
    for (types::ErrorId error : actor.raises) AddWithDescendants(error, errors);
    Normalise(errors);
    of_actor_.push_back(std::move(errors));
  }
}

// What raises a parent may raise its children.
void OwnErrors::AddWithDescendants(types::ErrorId error, ErrorList& errors) const {
  std::size_t at = errors.size();
  errors.push_back(error);
  for (; at < errors.size(); ++at) {
    const ErrorList& children = children_[errors[at].index];
    errors.insert(errors.end(), children.begin(), children.end());
  }
}

ErrorList OwnErrors::OfExpression(ir::ExpressionId id) const {
  if (!id.has_value() || !fallible_[id.index]) return {};
  return {types::IdOf(BuiltinError::kExpressionError)};
}

void OwnErrors::AddOfBindings(const std::vector<ir::Binding>& bindings, ErrorList& errors) const {
  bool fallible = std::any_of(bindings.begin(), bindings.end(),
                              [&](const ir::Binding& binding) { return fallible_[binding.value.index]; });
  if (fallible) errors.push_back(types::IdOf(BuiltinError::kExpressionError));
}

ErrorList OwnErrors::OfVisit(const ir::Visit& visit) const {
  ErrorList errors = of_actor_[visit.actor.index];
  AddOfBindings(visit.bindings, errors);
  Normalise(errors);
  return errors;
}

// What its bindings yield is checked against the callee's schema.
ErrorList OwnErrors::OfFlowCall(const ir::FlowCall& call) const {
  if (!call.own_envelope) return {};
  ErrorList errors{types::IdOf(BuiltinError::kContractViolation)};
  AddOfBindings(call.bindings, errors);
  Normalise(errors);
  return errors;
}

// Errors of its branches apart. While it waits, the deadline may pass and the envelope be cancelled.
ErrorList OwnErrors::OfFork(const ir::JoinPolicy& policy) const {
  ErrorList errors{types::IdOf(BuiltinError::kDeadlineExceeded), types::IdOf(BuiltinError::kCancelled)};
  if (policy.wait != ir::WaitKind::kAll || policy.timeout_ns > 0) {
    errors.push_back(types::IdOf(BuiltinError::kJoinFailed));
  }
  Normalise(errors);
  return errors;
}

ErrorList OwnErrors::OfEach(const ir::EachFork& each) const {
  ErrorList errors = OfFork(each.policy);
  if (each.max > 0 || fallible_[each.list.index])
    errors.push_back(types::IdOf(BuiltinError::kExpressionError));
  if (!each.collects.empty()) errors.push_back(types::IdOf(BuiltinError::kContractViolation));
  Normalise(errors);
  return errors;
}

ErrorList OwnErrors::OfPark(const ir::Park& park) const {
  ErrorList errors{types::IdOf(BuiltinError::kDeadlineExceeded), types::IdOf(BuiltinError::kCancelled)};
  if (!park.on_timeout) errors.push_back(types::IdOf(BuiltinError::kTimeout));
  Normalise(errors);
  return errors;
}

// A value of a wider type than its target is checked when it is written.
ErrorList OwnErrors::OfSet(const ir::Point& point, const ir::Set& set) const {
  const types::Declarations& declarations = mesh_.declarations;
  ErrorList errors;
  types::TypeId target =
      declarations.envelopes[mesh_.flows[point.flow].envelope].fields[set.target.field].type;
  for (std::uint32_t member : set.target.path) {
    target = declarations.records[declarations.types[declarations.types.Present(target)].record()]
                 .members[member]
                 .type;
  }
  if (set.target.append) target = declarations.types[target].element;
  if (!AlwaysFits(mesh_, set.value, target)) errors.push_back(types::IdOf(BuiltinError::kContractViolation));
  if (fallible_[set.value.index]) errors.push_back(types::IdOf(BuiltinError::kExpressionError));
  return errors;
}

// Of a gap, nothing is known.
ErrorList OwnErrors::All() const {
  ErrorList errors;
  for (types::ErrorId id : mesh_.declarations.errors.ids()) {
    if (id != types::IdOf(BuiltinError::kAny)) errors.push_back(id);
  }
  return errors;
}

ErrorList OwnErrors::At(const ir::Point& point) const {
  if (const auto* call = std::get_if<ir::Call>(&point.body)) return OfVisit(call->visit);
  if (const auto* ask = std::get_if<ir::Ask>(&point.body)) return OfVisit(ask->visit);
  if (const auto* follow = std::get_if<ir::Follow>(&point.body)) return OfVisit(follow->visit);
  if (const auto* set = std::get_if<ir::Set>(&point.body)) return OfSet(point, *set);
  if (const auto* branch = std::get_if<ir::Branch>(&point.body)) return OfExpression(branch->condition);
  if (const auto* match = std::get_if<ir::Match>(&point.body)) return OfExpression(match->subject);
  if (const auto* raise = std::get_if<ir::Raise>(&point.body)) {
    ErrorList errors = OfExpression(raise->message);
    if (errors.empty()) errors = OfExpression(raise->detail);
    errors.push_back(raise->error);
    types::TypeId detail = mesh_.declarations.errors[raise->error].detail;
    if (raise->detail.has_value() && !AlwaysFits(mesh_, raise->detail, detail)) {
      errors.push_back(types::IdOf(BuiltinError::kContractViolation));
    }
    Normalise(errors);
    return errors;
  }
  if (const auto* call = std::get_if<ir::FlowCall>(&point.body)) return OfFlowCall(*call);
  if (const auto* fork = std::get_if<ir::Fork>(&point.body)) return OfFork(fork->policy);
  if (const auto* each = std::get_if<ir::EachFork>(&point.body)) return OfEach(*each);
  if (const auto* park = std::get_if<ir::Park>(&point.body)) return OfPark(*park);
  if (std::holds_alternative<ir::Gap>(point.body)) return All();
  return {};
}

}  // namespace meshc::analysis
