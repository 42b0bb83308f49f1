// Fields that are named as targets: of `set`, results, `collect` and `await`.
#pragma once

#include "compiler/sema/statements/scope.h"

namespace meshc::sema {

/// The slot of the field `name`, which is marked as used; none: it is unknown, which is reported.
std::optional<std::uint32_t> FindTarget(Context& context, const Scope& scope, const syntax::Identifier& name,
                                        Access access = Access::kWrite);

const types::Field& FieldAt(const Context& context, const Scope& scope, std::uint32_t slot);

/// False, and a report at `range`, if the field is `in` without `var`.
bool CheckWritable(Context& context, SourceRange range, const types::Field& field);

}  // namespace meshc::sema
