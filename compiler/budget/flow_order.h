// In which order flows are looked at, so that each is looked at once.
#pragma once

#include <vector>

#include "compiler/sema/typed_program.h"

namespace meshc::budget {

/// All sound flows; each stands behind those that it calls.
std::vector<types::FlowId> CalleesFirst(const sema::TypedProgram& program);

}  // namespace meshc::budget
