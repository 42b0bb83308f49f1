#include "compiler/budget/call_errors.h"

#include <algorithm>

namespace meshc::budget {
namespace {

using types::BuiltinError;
using types::ErrorId;
using ErrorList = std::vector<ErrorId>;

const ErrorList& OfEveryCall() {
  static const ErrorList errors = {types::IdOf(BuiltinError::kTimeout), types::IdOf(BuiltinError::kCrash),
                                   types::IdOf(BuiltinError::kContractViolation),
                                   types::IdOf(BuiltinError::kDeadlineExceeded),
                                   types::IdOf(BuiltinError::kCancelled)};
  return errors;
}

std::vector<ErrorList> FindChildren(const types::Declarations& declarations) {
  std::vector<ErrorList> children(declarations.errors.size());
  for (const ErrorId id : declarations.errors.ids()) {
    const ErrorId parent = declarations.errors[id].parent;
    if (parent.has_value()) children[parent.index].push_back(id);
  }
  return children;
}

}  // namespace

CallErrors::CallErrors(const types::Declarations& declarations) {
  const std::vector<ErrorList> children = FindChildren(declarations);
  for (const types::Actor& actor : declarations.actors) {
    ErrorList errors = actor.raises;
    for (std::size_t i = 0; i < errors.size(); ++i) {
      const ErrorList& below = children[errors[i].index];
      errors.insert(errors.end(), below.begin(), below.end());
    }
    errors.insert(errors.end(), OfEveryCall().begin(), OfEveryCall().end());
    std::sort(errors.begin(), errors.end());
    errors.erase(std::unique(errors.begin(), errors.end()), errors.end());
    of_actor_.push_back(std::move(errors));
  }
}

}  // namespace meshc::budget
