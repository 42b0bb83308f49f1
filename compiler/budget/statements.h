// The statements of a flow, without the difference between blocks, arms and branches.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include "compiler/sema/typed_program.h"

namespace meshc::budget {

/// `in_loop`: it may run again in a later round of a loop around it.
using StatementVisitor = llvm::function_ref<void(const syntax::Statement&, bool in_loop)>;

/// Visits all statements of a flow in source order, each before those inside of it.
void ForEachStatement(const syntax::FlowDeclaration& flow, StatementVisitor visit);

/// The calls that a statement itself makes, and where: of a chain, a router, the steps of a plan, a tap.
void ForEachCall(const sema::TypedProgram& program, const syntax::Statement& statement,
                 llvm::function_ref<void(const sema::CallFacts&, source::SourceRange)> visit);

}  // namespace meshc::budget
