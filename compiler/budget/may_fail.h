// Which expressions may raise `expression_error`.
#pragma once

#include "compiler/sema/typed_program.h"

namespace meshc::budget {

/// Errs on the side of yes: what `??` covers counts as well.
bool MayFail(const sema::TypedProgram& program, const syntax::Expression& expression);

}  // namespace meshc::budget
