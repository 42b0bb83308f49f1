// Which errors arise at a point itself.
#include "compiler/analysis/failures.h"
#include "compiler/analysis/fits.h"
#include "compiler/ir/point_parts.h"

namespace meshc::analysis {

using types::BuiltinError;

namespace {

/// True if all values of the type take the same room in a payload.
bool IsScalar(const types::TypeStore& store, types::TypeId type) {
  using types::TypeKind;
  switch (store[type].kind) {
    case TypeKind::kInvalid:
    case TypeKind::kNull:
    case TypeKind::kBool:
    case TypeKind::kInt:
    case TypeKind::kFloat:
    case TypeKind::kTimestamp:
    case TypeKind::kDuration: return true;
    default: return false;
  }
}

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

SetId OwnErrors::OfExpressions(const ir::Point& point) const {
  bool fallible = false;
  ir::ForEachExpression(point, [&](ir::ExpressionId value) { fallible |= fallible_[value.index]; });
  return fallible ? Add({}, BuiltinError::kExpressionError) : SetId{};
}

// A plain join waits for its branches; others may fail. Errors of the branches apart.
SetId OwnErrors::AddOfJoin(SetId errors, const ir::JoinPolicy& policy) const {
  errors = sets_.pool().Unite(errors, of_waiting_);
  const bool may_fail = policy.wait != ir::WaitKind::kAll || policy.timeout_ns > 0;
  return may_fail ? Add(errors, BuiltinError::kJoinFailed) : errors;
}

SetId OwnErrors::AddOfEach(SetId errors, const ir::EachFork& each) const {
  errors = AddOfJoin(errors, each.policy);
  if (each.max > 0) errors = Add(errors, BuiltinError::kExpressionError);
  return each.collects.empty() ? errors : Add(errors, BuiltinError::kContractViolation);
}

SetId OwnErrors::AddOfPark(SetId errors, const ir::Point& point, const ir::Park& park) const {
  errors = sets_.pool().Unite(errors, of_waiting_);
  const types::Declarations& declarations = mesh_.declarations;
  const types::TypeId field =
      declarations.envelopes[mesh_.flows[point.flow].envelope].fields[park.field].type;
  if (!AlwaysFits(mesh_, park.type, field)) errors = Add(errors, BuiltinError::kContractViolation);
  return park.on_timeout ? errors : Add(errors, BuiltinError::kTimeout);
}

// A value of a wider type than its target is checked when it is written, and the payload must not outgrow its
// limit.
SetId OwnErrors::AddOfSet(SetId errors, const ir::Point& point, const ir::Set& set) const {
  const types::Declarations& declarations = mesh_.declarations;
  const auto& field = declarations.envelopes[mesh_.flows[point.flow].envelope].fields[set.target.field];
  types::TypeId target = field.type;
  // The first write of a field makes the payload larger.
  const bool is_rewrite = !set.target.path.empty() || field.default_value.has_value();
  for (std::uint32_t member : set.target.path) {
    target = declarations.records[declarations.types[declarations.types.Present(target)].record()]
                 .members[member]
                 .type;
  }
  // A list is no scalar: appending makes it larger.
  const bool fits =
      is_rewrite && IsScalar(declarations.types, target) && AlwaysFits(mesh_, set.value, target);
  return fits ? errors : Add(errors, BuiltinError::kContractViolation);
}

SetId OwnErrors::AddOfRaise(SetId errors, const ir::Raise& raise) const {
  errors = sets_.Add(errors, raise.error);
  const types::TypeId detail = mesh_.declarations.errors[raise.error].detail;
  const bool fits = !raise.detail.has_value() || AlwaysFits(mesh_, raise.detail, detail);
  return fits ? errors : Add(errors, BuiltinError::kContractViolation);
}

SetId OwnErrors::At(const ir::Point& point) const {
  const ir::Visit* visit = ir::VisitAt(point);
  const SetId errors = BesidesCall(point);
  return visit == nullptr ? errors : sets_.pool().Unite(errors, OfCall(visit->actor));
}

SetId OwnErrors::BesidesCall(const ir::Point& point) const {
  const SetId errors = OfExpressions(point);
  return std::visit(
      ir::ByKind{
          [&](const ir::Set& set) { return AddOfSet(errors, point, set); },
          [&](const ir::Raise& raise) { return AddOfRaise(errors, raise); },
          // What the bindings yield is checked against the callee's schema.
          [&](const ir::FlowCall& call) {
            return call.own_envelope ? Add(errors, BuiltinError::kContractViolation) : errors;
          },
          // Joined, the branches' writes may outgrow the limit.
          [&](const ir::Fork& fork) {
            return Add(AddOfJoin(errors, fork.policy), BuiltinError::kContractViolation);
          },
          [&](const ir::EachFork& each) { return AddOfEach(errors, each); },
          [&](const ir::Park& park) { return AddOfPark(errors, point, park); },
          // Of a gap, nothing is known.
          [&](const ir::Gap&) { return sets_.All(); },
          [&](const ir::AnyOf<ir::Call, ir::Ask, ir::Follow, ir::FollowNext, ir::Return, ir::Branch,
                              ir::Match, ir::LoopStart, ir::LoopRound, ir::Unwind, ir::FinallyEnter,
                              ir::FinallyExit, ir::Catch, ir::Reraise, ir::Join, ir::BranchEnd, ir::Tap,
                              ir::SagaEnter, ir::SagaExit, ir::Undo> auto&) { return errors; },
      },
      point.body);
}

}  // namespace meshc::analysis
