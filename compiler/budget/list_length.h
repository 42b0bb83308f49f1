// How many elements the list of an `each` may have.
#pragma once

#include "compiler/budget/amount.h"
#include "compiler/sema/typed_program.h"

namespace meshc::budget {

/// As its `max`, the literals that it is made of or its type tell; unbounded if none of them does.
Amount LargestLength(const sema::TypedProgram& program, const syntax::EachStatement& statement);

}  // namespace meshc::budget
