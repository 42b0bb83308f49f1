#include "codegen/common/error_details.h"

namespace meshc::codegen {

std::vector<bool> FindErrorDetails(const types::Declarations& declarations) {
  std::vector<bool> is_detail(declarations.records.size(), false);
  for (const types::Error& error : declarations.errors) {
    if (error.detail.has_value()) is_detail[declarations.types[error.detail].decl] = true;
  }
  return is_detail;
}

}  // namespace meshc::codegen
