#include "compiler/types/declarations.h"

namespace meshc::types {
namespace {

/// `any` stands first among the built-in errors.
constexpr ErrorId kAny{0};

}  // namespace

bool DescendsFrom(const Declarations& declarations, ErrorId error, ErrorId ancestor) {
  // A cycle of parents has been reported, but must not hang what follows.
  for (std::uint32_t steps = 0; error.has_value() && steps <= declarations.errors.size(); ++steps) {
    if (error == ancestor) return true;
    error = declarations.errors[error].parent;
  }
  return false;
}

bool Matches(const Declarations& declarations, ErrorId error, ErrorId clause) {
  if (clause == kAny) return declarations.errors[error].error_class != ErrorClass::kFatal;
  return DescendsFrom(declarations, error, clause);
}

}  // namespace meshc::types
