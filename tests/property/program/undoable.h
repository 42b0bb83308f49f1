// Processors with an undo whose params come from anywhere: what the call binds, what it gave, an `each`
// variable, a field that is there or may not be, a default, nothing; some of them with bounds.
#pragma once

#include <string>
#include <vector>

#include "tests/property/random.h"

namespace meshc::property {

/// A param or a result; all of them are ints.
struct IntForm {
  enum class Kind { kPlain, kOptional, kDefault, kSmall } kind = Kind::kPlain;
  std::string name;

  bool may_be_left_out() const { return kind == Kind::kOptional || kind == Kind::kDefault; }
};

struct Undoable {
  std::string name;
  std::vector<IntForm> params;
  std::vector<IntForm> results;
};

/// True for the names of fields that are there from the start in every envelope.
bool IsCertainField(const std::string& name);

/// Adds a processor and its undo, which bear `number` in their names, to `declarations`. Now and then the
/// undo needs what may be absent, and the compiler has to find it.
Undoable DeclareUndoable(int number, Random& random, std::vector<std::string>& declarations);

}  // namespace meshc::property
