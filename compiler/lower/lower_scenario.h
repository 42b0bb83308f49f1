// Scenarios: facts become values, conditions become expressions of the mesh.
#pragma once

#include "compiler/ir/mesh.h"
#include "compiler/sema/typed_program.h"

namespace meshc::lower {

/// Conditions go to `store`; their text as written comes from `sources`.
ir::Scenario LowerScenario(const sema::TypedProgram& program, const sema::Scenario& scenario,
                           const source::SourceManager& sources, ir::ExpressionStore& store);

}  // namespace meshc::lower
