// Lowering: the typed program becomes the mesh. The only folder that sees both.
#pragma once

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/ir/mesh.h"
#include "compiler/sema/typed_program.h"

namespace meshc::lower {

/// Lowers every flow and scenario. `program` must be free of errors; constructs that this version
/// does not execute are reported by `sema`, so none arrives here.
ir::Mesh LowerFlows(const sema::TypedProgram& program, const source::SourceManager& sources);

/// Of a program with errors, for `analysis` only: a statement that has an error is a gap. A lost flow
/// stands empty and is never entered; neither is a flow that only such flows call. Scenarios are left out.
ir::Mesh LowerWithGaps(const sema::TypedProgram& program);

}  // namespace meshc::lower
