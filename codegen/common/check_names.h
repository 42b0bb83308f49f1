// Names that are different in Flow, yet one and the same for C++, Kubernetes or a broker.
#pragma once

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/types/declarations.h"

namespace meshc::codegen {

/// Reports each such pair at the second of the two.
void CheckNames(const types::Declarations& declarations, diagnostics::Diagnostics& diagnostics);

}  // namespace meshc::codegen
