// Of what may be completed, what the compiler would take.
#pragma once

#include "compiler/queries/completion/completion.h"

namespace meshc::queries {

/// Leaves out what would be wrong where the cursor is. Steps that would be right but for a param that nothing
/// gives a value stay behind the others, and say so. Of too many the first ones that the begun word
/// may become are tried, and the rest is left out until the word is longer; or stays behind them, where those
/// are too few. Everything stays where nothing
/// would be right, or it cannot be told.
void LeaveOutWrong(const CheckedRoot& root, Place place, const CursorContext& context,
                   Completion& completion);

}  // namespace meshc::queries
