// All expressions of a file, in the order of the tree.
#pragma once

#include <llvm/ADT/STLExtras.h>

#include "compiler/syntax/file.h"

namespace meshc::sema {

using ExpressionVisitor = llvm::function_ref<void(const syntax::Expression&)>;

/// Visits each expression and what it is made of, parents first.
void WalkExpressions(const syntax::File& file, ExpressionVisitor visit);

}  // namespace meshc::sema
