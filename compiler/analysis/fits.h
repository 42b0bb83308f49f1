// Whether a value is known to fit a type before anything runs.
#pragma once

#include "compiler/ir/mesh.h"

namespace meshc::analysis {

/// True if nothing that `value` may yield breaks the bounds of `target`, so that writing it raises no
/// `contract_violation`. Looks through `?:`, `??` and literals, whose parts may be wider than they are.
bool AlwaysFits(const ir::Mesh& mesh, ir::ExpressionId value, types::TypeId target);

/// The same of any value of the type `from`.
bool AlwaysFits(const ir::Mesh& mesh, types::TypeId from, types::TypeId target);

}  // namespace meshc::analysis
