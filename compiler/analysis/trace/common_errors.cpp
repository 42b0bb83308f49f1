#include "compiler/analysis/trace/common_errors.h"

#include <algorithm>

namespace meshc::analysis {

bool CatchesCommonErrors(types::ErrorId error) {
  return error == types::IdOf(types::BuiltinError::kAny) ||
         std::find(kCommonErrors.begin(), kCommonErrors.end(), error) != kCommonErrors.end();
}

bool ArisesBeforeVisit(types::ErrorId error) {
  using Kind = types::BuiltinError;
  static constexpr std::array<types::ErrorId, 4> kEarly = {
      types::IdOf(Kind::kContractViolation), types::IdOf(Kind::kExpressionError),
      types::IdOf(Kind::kDeadlineExceeded), types::IdOf(Kind::kCancelled)};
  return std::find(kEarly.begin(), kEarly.end(), error) != kEarly.end();
}

}  // namespace meshc::analysis
