// Expressions over `@sensitive` values, for pictures and messages.
#pragma once

#include <string>

#include "compiler/ir/mesh.h"

namespace meshc::codegen {

/// True if the expression reads a field, member or tag that is `@sensitive`.
bool ReadsSensitive(const ir::Mesh& mesh, ir::ExpressionId id, types::EnvelopeId envelope);

/// The expression with all of its names. `(redacted)` stands for the constants of every comparison
/// that reads anything sensitive: they tell what its value may be.
std::string PrintForPeople(const ir::Mesh& mesh, ir::ExpressionId id, types::EnvelopeId envelope);

}  // namespace meshc::codegen
