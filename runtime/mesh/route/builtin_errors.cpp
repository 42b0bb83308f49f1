#include "mesh/route/builtin_errors.h"

#include "mesh/contract/enumerator.h"

namespace mesh::route {

using contract::BuiltinError;

std::string_view BuiltinName(BuiltinError error) {
  switch (error) {
    case BuiltinError::kAny: return "any";
    case BuiltinError::kTimeout: return "timeout";
    case BuiltinError::kCrash: return "crash";
    case BuiltinError::kContractViolation: return "contract_violation";
    case BuiltinError::kExpressionError: return "expression_error";
    case BuiltinError::kLoopExhausted: return "loop_exhausted";
    case BuiltinError::kJoinFailed: return "join_failed";
    case BuiltinError::kDeadlineExceeded: return "deadline_exceeded";
    case BuiltinError::kCancelled: return "cancelled";
    case BuiltinError::kUnroutable: return "unroutable";
    case BuiltinError::kCount: break;
  }
  contract::NoSuchEnumerator();
}

Error MakeError(BuiltinError error, std::string message, std::string_view actor) {
  Error made;
  made.name = BuiltinName(error);
  made.message = std::move(message);
  made.actor = actor;
  return made;
}

Error MakeViolation(const contract::Actor& actor, std::string message) {
  return MakeError(BuiltinError::kContractViolation, std::move(message), actor.name);
}

}  // namespace mesh::route
