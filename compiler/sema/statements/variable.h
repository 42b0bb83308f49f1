// A variable that a statement declares: of `each`, or of an `on` clause.
#pragma once

#include "compiler/sema/typed_program.h"

namespace meshc::sema {

struct Variable {
  syntax::Identifier name;
  VariableId id;
  bool is_clause = false;
  TypeId type;  ///< Of the element; of `v.detail` if it is a clause variable.
};

}  // namespace meshc::sema
