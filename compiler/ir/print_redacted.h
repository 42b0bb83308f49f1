// Expressions for readers who may see names, but not every value.
#pragma once

#include <llvm/ADT/STLExtras.h>

#include <string>

#include "compiler/ir/mesh.h"

namespace meshc::ir {

/// As PrintExpression, with `(redacted)` for the constants that `hides` says.
std::string PrintRedacted(const Mesh& mesh, ExpressionId id, types::EnvelopeId envelope,
                          llvm::function_ref<bool(ExpressionId)> hides);

}  // namespace meshc::ir
