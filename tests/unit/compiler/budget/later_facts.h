// Facts of statements that sema does not look at yet, made by their names.
#pragma once

#include "compiler/sema/typed_program.h"

namespace meshc::budget::test {

/// Facts that sema has found stay as they are.
void AddLaterFacts(sema::TypedProgram& program);

}  // namespace meshc::budget::test
