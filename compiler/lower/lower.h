// Lowering: the typed program becomes the mesh. The only folder that sees both.
#pragma once

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/ir/mesh.h"
#include "compiler/sema/typed_program.h"

namespace meshc::lower {

/// Lowers every flow and scenario. `program` must be free of errors; constructs that this version
/// does not execute are reported by `sema`, so none arrives here.
ir::Mesh LowerFlows(const sema::TypedProgram& program, const source::SourceManager& sources);

}  // namespace meshc::lower
