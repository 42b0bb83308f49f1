// What would be wrong with a text if it stood at the cursor: asked of the compiler itself.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/queries/checked_root.h"
#include "compiler/queries/cursor_context.h"

namespace meshc::queries {

/// The codes of the errors that a text would bring with it; empty: it may stand there.
using Troubles = std::vector<diagnostics::Code>;

/// A list shorter than this would hide what is looked for.
inline constexpr std::size_t kFewest = 24;

/// Puts each of `texts` where the cursor's word stands now, each in a copy of its own of
/// the flow or scenario around it, and checks all of them in one run. What is wrong there anyway is nobody's
/// trouble. Where all of them are more than an answer while typing allows, only of the first `wanted` as many
/// are tried as fit, which may be fewer than `kFewest`. Empty: it cannot be told, as the cursor is elsewhere
/// or there is too much text.
std::vector<Troubles> FindTroubles(const CheckedRoot& root, Place place, const CursorContext& context,
                                   const std::vector<std::string>& texts, std::size_t wanted);

}  // namespace meshc::queries
