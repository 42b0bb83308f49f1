#include "codegen/graph/common_errors.h"

#include <algorithm>

namespace meshc::codegen::graph {

bool CatchesCommonErrors(types::ErrorId error) {
  return error == BuiltinError(mesh::contract::BuiltinError::kAny) ||
         std::find(kCommonErrors.begin(), kCommonErrors.end(), error) != kCommonErrors.end();
}

}  // namespace meshc::codegen::graph
