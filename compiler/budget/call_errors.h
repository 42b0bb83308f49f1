// Which errors the call of an actor may raise.
#pragma once

#include <llvm/ADT/ArrayRef.h>

#include <vector>

#include "compiler/types/declarations.h"

namespace meshc::budget {

class CallErrors {
 public:
  explicit CallErrors(const types::Declarations& declarations);

  /// What it declares and their children, which a handler may raise in their place, and what every
  /// call may raise. Not `expression_error`, which is a matter of the bindings.
  llvm::ArrayRef<types::ErrorId> Of(types::ActorId actor) const { return of_actor_[actor.index]; }

 private:
  std::vector<std::vector<types::ErrorId>> of_actor_;
};

}  // namespace meshc::budget
