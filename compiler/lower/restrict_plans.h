// Which steps of a plan may be returned once only.
#pragma once

#include "compiler/ir/mesh.h"

namespace meshc::lower {

/// Fills `once` of every Follow: the steps that write a plain field, themselves or in a flow that
/// they call on the same envelope. A second run would write it twice. Flows must not be recursive.
void RestrictPlans(ir::Mesh& mesh);

}  // namespace meshc::lower
