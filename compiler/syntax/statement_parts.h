// The statements that stand directly inside of another: the tree without the difference between
// blocks, arms, clauses and branches.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include "compiler/syntax/declaration.h"

namespace meshc::syntax {

/// `repeated`: it stands in the body of a loop that may run more than once.
using PartVisitor = llvm::function_ref<void(const Statement&, bool repeated)>;

/// In source order; none for statements that hold no others.
void ForEachPart(const Statement& statement, PartVisitor visit);
/// Of the body, the clauses and the `finally` of a flow.
void ForEachPart(const FlowDeclaration& flow, PartVisitor visit);

}  // namespace meshc::syntax
