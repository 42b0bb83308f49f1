#include "codegen/graph/common_errors.h"

#include <algorithm>

namespace meshc::codegen::graph {

bool CatchesCommonErrors(types::ErrorId error) {
  return error == BuiltinError(mesh::contract::BuiltinError::kAny) ||
         std::find(kCommonErrors.begin(), kCommonErrors.end(), error) != kCommonErrors.end();
}

bool ArisesBeforeVisit(types::ErrorId error) {
  using Kind = mesh::contract::BuiltinError;
  static constexpr std::array<types::ErrorId, 4> kEarly = {
      BuiltinError(Kind::kContractViolation), BuiltinError(Kind::kExpressionError),
      BuiltinError(Kind::kDeadlineExceeded), BuiltinError(Kind::kCancelled)};
  return std::find(kEarly.begin(), kEarly.end(), error) != kEarly.end();
}

}  // namespace meshc::codegen::graph
