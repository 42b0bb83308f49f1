// Where the fields of a flow's envelope are written over.
#pragma once

#include <vector>

#include "compiler/budget/coordination.h"

namespace meshc::budget {

/// The `var` fields that may lose a value in this flow. A single write of a field that is absent at
/// the start, outside of all loops, overwrites nothing. `entered_by_callers`: the flow also runs on
/// the envelope of flows that call it, where every field may have been written.
std::vector<FieldState> FindOverwrites(const sema::TypedProgram& program, types::FlowId flow,
                                       bool entered_by_callers);

}  // namespace meshc::budget
