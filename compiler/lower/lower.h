// Lowering: the typed program becomes the mesh. The only folder that sees both.
#pragma once

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/ir/mesh.h"
#include "compiler/sema/typed_program.h"

namespace meshc::lower {

/// Lowers every flow and scenario. `program` must be free of errors; constructs that this version
/// does not execute are reported by `sema`, so none arrives here.
ir::Mesh LowerFlows(const sema::TypedProgram& program, const source::SourceManager& sources);

/// Of a program with errors: the flows that are sound, for `analysis` only. The others stand empty
/// and are never entered; neither is a flow that only they call. Scenarios are left out.
ir::Mesh LowerSoundFlows(const sema::TypedProgram& program);

}  // namespace meshc::lower
