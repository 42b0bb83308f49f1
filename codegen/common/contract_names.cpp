#include "codegen/common/contract_names.h"

namespace meshc::codegen {

using namespace mesh::contract;

#define MESHC_SPELL(kind, enumerator) \
  case kind::enumerator: return #kind "::" #enumerator

std::string_view Spell(TypeKind value) {
  switch (value) {
    MESHC_SPELL(TypeKind, kBool);
    MESHC_SPELL(TypeKind, kInt);
    MESHC_SPELL(TypeKind, kFloat);
    MESHC_SPELL(TypeKind, kString);
    MESHC_SPELL(TypeKind, kBytes);
    MESHC_SPELL(TypeKind, kTimestamp);
    MESHC_SPELL(TypeKind, kDuration);
    MESHC_SPELL(TypeKind, kJson);
    MESHC_SPELL(TypeKind, kList);
    MESHC_SPELL(TypeKind, kMap);
    MESHC_SPELL(TypeKind, kOptional);
    MESHC_SPELL(TypeKind, kRecord);
    MESHC_SPELL(TypeKind, kEnum);
    MESHC_SPELL(TypeKind, kUnion);
  }
  return {};
}

std::string_view Spell(ConstantKind value) {
  switch (value) {
    MESHC_SPELL(ConstantKind, kNull);
    MESHC_SPELL(ConstantKind, kBool);
    MESHC_SPELL(ConstantKind, kInt);
    MESHC_SPELL(ConstantKind, kFloat);
    MESHC_SPELL(ConstantKind, kString);
    MESHC_SPELL(ConstantKind, kBytes);
    MESHC_SPELL(ConstantKind, kTimestamp);
    MESHC_SPELL(ConstantKind, kDuration);
    MESHC_SPELL(ConstantKind, kList);
    MESHC_SPELL(ConstantKind, kMap);
    MESHC_SPELL(ConstantKind, kRecord);
    MESHC_SPELL(ConstantKind, kUnion);
  }
  return {};
}

std::string_view Spell(ErrorClass value) {
  switch (value) {
    MESHC_SPELL(ErrorClass, kRetriable);
    MESHC_SPELL(ErrorClass, kRecoverable);
    MESHC_SPELL(ErrorClass, kFatal);
  }
  return {};
}

std::string_view Spell(Backoff value) {
  switch (value) {
    MESHC_SPELL(Backoff, kConstant);
    MESHC_SPELL(Backoff, kLinear);
    MESHC_SPELL(Backoff, kExponential);
  }
  return {};
}

std::string_view Spell(ActorKind value) {
  switch (value) {
    MESHC_SPELL(ActorKind, kProcessor);
    MESHC_SPELL(ActorKind, kChoiceRouter);
    MESHC_SPELL(ActorKind, kPlanRouter);
  }
  return {};
}

std::string_view Spell(Effect value) {
  switch (value) {
    MESHC_SPELL(Effect, kNoEffect);
    MESHC_SPELL(Effect, kIdempotent);
    MESHC_SPELL(Effect, kAtLeastOnce);
  }
  return {};
}

std::string_view Spell(Op value) {
  switch (value) {
    MESHC_SPELL(Op, kConstant);
    MESHC_SPELL(Op, kField);
    MESHC_SPELL(Op, kFieldSoft);
    MESHC_SPELL(Op, kParam);
    MESHC_SPELL(Op, kParamSoft);
    MESHC_SPELL(Op, kVariable);
    MESHC_SPELL(Op, kCaught);
    MESHC_SPELL(Op, kMember);
    MESHC_SPELL(Op, kMemberSoft);
    MESHC_SPELL(Op, kTag);
    MESHC_SPELL(Op, kTagSoft);
    MESHC_SPELL(Op, kJsonMember);
    MESHC_SPELL(Op, kJsonMemberSoft);
    MESHC_SPELL(Op, kIndex);
    MESHC_SPELL(Op, kIndexSoft);
    MESHC_SPELL(Op, kIsPresent);
    MESHC_SPELL(Op, kJumpIfPresent);
    MESHC_SPELL(Op, kJump);
    MESHC_SPELL(Op, kJumpIfFalse);
    MESHC_SPELL(Op, kNot);
    MESHC_SPELL(Op, kNegate);
    MESHC_SPELL(Op, kAdd);
    MESHC_SPELL(Op, kSubtract);
    MESHC_SPELL(Op, kMultiply);
    MESHC_SPELL(Op, kDivide);
    MESHC_SPELL(Op, kRemainder);
    MESHC_SPELL(Op, kToFloat);
    MESHC_SPELL(Op, kEqual);
    MESHC_SPELL(Op, kNotEqual);
    MESHC_SPELL(Op, kLess);
    MESHC_SPELL(Op, kLessEqual);
    MESHC_SPELL(Op, kGreater);
    MESHC_SPELL(Op, kGreaterEqual);
    MESHC_SPELL(Op, kIn);
    MESHC_SPELL(Op, kList);
    MESHC_SPELL(Op, kRecord);
    MESHC_SPELL(Op, kUnion);
    MESHC_SPELL(Op, kMap);
    MESHC_SPELL(Op, kCall);
  }
  return {};
}

std::string_view Spell(Wait value) {
  switch (value) {
    MESHC_SPELL(Wait, kAll);
    MESHC_SPELL(Wait, kCount);
  }
  return {};
}

std::string_view Spell(PointKind value) {
  switch (value) {
    MESHC_SPELL(PointKind, kCall);
    MESHC_SPELL(PointKind, kAsk);
    MESHC_SPELL(PointKind, kFollow);
    MESHC_SPELL(PointKind, kFollowNext);
    MESHC_SPELL(PointKind, kFlowCall);
    MESHC_SPELL(PointKind, kReturn);
    MESHC_SPELL(PointKind, kSet);
    MESHC_SPELL(PointKind, kBranch);
    MESHC_SPELL(PointKind, kMatch);
    MESHC_SPELL(PointKind, kLoopStart);
    MESHC_SPELL(PointKind, kLoopRound);
    MESHC_SPELL(PointKind, kUnwind);
    MESHC_SPELL(PointKind, kFinallyEnter);
    MESHC_SPELL(PointKind, kFinallyExit);
    MESHC_SPELL(PointKind, kCatch);
    MESHC_SPELL(PointKind, kRaise);
    MESHC_SPELL(PointKind, kReraise);
    MESHC_SPELL(PointKind, kFork);
    MESHC_SPELL(PointKind, kEachFork);
    MESHC_SPELL(PointKind, kJoin);
    MESHC_SPELL(PointKind, kBranchEnd);
    MESHC_SPELL(PointKind, kPark);
    MESHC_SPELL(PointKind, kTap);
    MESHC_SPELL(PointKind, kSagaEnter);
    MESHC_SPELL(PointKind, kSagaExit);
    MESHC_SPELL(PointKind, kUndo);
  }
  return {};
}

#undef MESHC_SPELL

}  // namespace meshc::codegen
