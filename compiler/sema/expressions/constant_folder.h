// Constants from expressions that were checked against the type they are for.
#pragma once

#include <optional>
#include <string_view>

#include "compiler/sema/context.h"

namespace meshc::sema {

/// Literals, enum values, and arithmetic on them. `what` is the word for a report that `e` is not
/// constant: `default`, `value`. Call it only if checking `e` against `type` reported nothing.
std::optional<types::Constant> Fold(Context& context, const syntax::Expression& e, TypeId type,
                                    std::string_view what);

/// The default of a member that a record literal leaves out, or null.
types::Constant DefaultOf(const types::Member& member);

}  // namespace meshc::sema
