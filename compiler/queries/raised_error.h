// Which error a bracket belongs to: of `raise E("…") { … }`, or of a stub that raises one.
#pragma once

#include "compiler/queries/cursor_context.h"
#include "compiler/types/declarations.h"

namespace meshc::queries {

/// `head`: the words before the bracket, the message's brackets among them. Null: no error is raised there,
/// or none is called so.
const types::Error* FindRaised(const types::Declarations& declarations, const Words& head);

}  // namespace meshc::queries
