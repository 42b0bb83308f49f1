// Statements of a flow as a flow of their own.
#pragma once

#include <optional>
#include <vector>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/queries/checked_root.h"

namespace meshc::queries {

/// The whole statements that `within` holds, all of one block, become a flow on the same envelope, which is
/// called in their place. None: it holds no such statements, or they would do something else there: they jump
/// out, raise again, or use a variable from around them.
std::optional<std::vector<diagnostics::Edit>> ExtractFlow(const CheckedRoot& root,
                                                          source::SourceRange within);

}  // namespace meshc::queries
