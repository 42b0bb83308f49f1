#include "codegen/common/contract_kinds.h"
#include "compiler/support/enumerator.h"

namespace meshc::codegen {

namespace contract = mesh::contract;

contract::TypeKind ToContract(types::TypeKind kind) {
  switch (kind) {
    case types::TypeKind::kBool: return contract::TypeKind::kBool;
    case types::TypeKind::kInt: return contract::TypeKind::kInt;
    case types::TypeKind::kFloat: return contract::TypeKind::kFloat;
    case types::TypeKind::kString: return contract::TypeKind::kString;
    case types::TypeKind::kBytes: return contract::TypeKind::kBytes;
    case types::TypeKind::kTimestamp: return contract::TypeKind::kTimestamp;
    case types::TypeKind::kDuration: return contract::TypeKind::kDuration;
    // The literal `null` has no type of its own at run time; an invalid type never gets this far.
    case types::TypeKind::kInvalid:
    case types::TypeKind::kNull:
    case types::TypeKind::kJson: return contract::TypeKind::kJson;
    case types::TypeKind::kList: return contract::TypeKind::kList;
    case types::TypeKind::kMap: return contract::TypeKind::kMap;
    case types::TypeKind::kOptional: return contract::TypeKind::kOptional;
    case types::TypeKind::kRecord: return contract::TypeKind::kRecord;
    case types::TypeKind::kEnum: return contract::TypeKind::kEnum;
    case types::TypeKind::kUnion: return contract::TypeKind::kUnion;
  }
  NoSuchEnumerator();
}

contract::ConstantKind ToContract(types::ConstantKind kind) {
  switch (kind) {
    case types::ConstantKind::kNull: return contract::ConstantKind::kNull;
    case types::ConstantKind::kBool: return contract::ConstantKind::kBool;
    case types::ConstantKind::kInt: return contract::ConstantKind::kInt;
    case types::ConstantKind::kFloat: return contract::ConstantKind::kFloat;
    case types::ConstantKind::kString: return contract::ConstantKind::kString;
    case types::ConstantKind::kBytes: return contract::ConstantKind::kBytes;
    case types::ConstantKind::kTimestamp: return contract::ConstantKind::kTimestamp;
    case types::ConstantKind::kDuration: return contract::ConstantKind::kDuration;
    case types::ConstantKind::kList: return contract::ConstantKind::kList;
    case types::ConstantKind::kMap: return contract::ConstantKind::kMap;
    case types::ConstantKind::kRecord: return contract::ConstantKind::kRecord;
    case types::ConstantKind::kUnion: return contract::ConstantKind::kUnion;
  }
  NoSuchEnumerator();
}

contract::ErrorClass ToContract(types::ErrorClass error_class) {
  switch (error_class) {
    case types::ErrorClass::kRetriable: return contract::ErrorClass::kRetriable;
    case types::ErrorClass::kRecoverable: return contract::ErrorClass::kRecoverable;
    case types::ErrorClass::kFatal: return contract::ErrorClass::kFatal;
  }
  NoSuchEnumerator();
}

contract::Backoff ToContract(types::Backoff backoff) {
  switch (backoff) {
    case types::Backoff::kConstant: return contract::Backoff::kConstant;
    case types::Backoff::kLinear: return contract::Backoff::kLinear;
    case types::Backoff::kExponential: return contract::Backoff::kExponential;
  }
  NoSuchEnumerator();
}

contract::ActorKind ToContract(types::ActorKind kind) {
  switch (kind) {
    case types::ActorKind::kProcessor: return contract::ActorKind::kProcessor;
    case types::ActorKind::kChoiceRouter: return contract::ActorKind::kChoiceRouter;
    case types::ActorKind::kPlanRouter: return contract::ActorKind::kPlanRouter;
  }
  NoSuchEnumerator();
}

contract::Effect ToContract(types::EffectKind kind) {
  switch (kind) {
    case types::EffectKind::kNone: return contract::Effect::kNoEffect;
    case types::EffectKind::kIdempotent: return contract::Effect::kIdempotent;
    case types::EffectKind::kAtLeastOnce: return contract::Effect::kAtLeastOnce;
  }
  NoSuchEnumerator();
}

contract::Function ToContract(ir::Function function) {
  switch (function) {
    case ir::Function::kLen: return contract::Function::kLen;
    case ir::Function::kLower: return contract::Function::kLower;
    case ir::Function::kUpper: return contract::Function::kUpper;
    case ir::Function::kTrim: return contract::Function::kTrim;
    case ir::Function::kContains: return contract::Function::kContains;
    case ir::Function::kStartsWith: return contract::Function::kStartsWith;
    case ir::Function::kEndsWith: return contract::Function::kEndsWith;
    case ir::Function::kMatches: return contract::Function::kMatches;
    case ir::Function::kMin: return contract::Function::kMin;
    case ir::Function::kMax: return contract::Function::kMax;
    case ir::Function::kAbs: return contract::Function::kAbs;
    case ir::Function::kToInt: return contract::Function::kToInt;
    case ir::Function::kToFloat: return contract::Function::kToFloat;
    case ir::Function::kToString: return contract::Function::kToString;
  }
  NoSuchEnumerator();
}

// Errors go by their index on both sides.
#define MESHC_SAME_ERROR(name)                                             \
  static_assert(static_cast<contract::Index>(types::BuiltinError::name) == \
                static_cast<contract::Index>(contract::BuiltinError::name))
MESHC_SAME_ERROR(kAny);
MESHC_SAME_ERROR(kTimeout);
MESHC_SAME_ERROR(kCrash);
MESHC_SAME_ERROR(kContractViolation);
MESHC_SAME_ERROR(kExpressionError);
MESHC_SAME_ERROR(kLoopExhausted);
MESHC_SAME_ERROR(kJoinFailed);
MESHC_SAME_ERROR(kDeadlineExceeded);
MESHC_SAME_ERROR(kCancelled);
MESHC_SAME_ERROR(kUnroutable);
MESHC_SAME_ERROR(kCount);
#undef MESHC_SAME_ERROR

}  // namespace meshc::codegen
