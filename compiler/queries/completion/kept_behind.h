// What counts of a text behind the cursor for what is written there.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/queries/cursor_context.h"

namespace meshc::queries {

/// Parts of `text`, [begin, end) each, that together go from the cursor to the end of its flow or scenario,
/// the end of `text`: without the statements behind the one that the cursor is in, in each block around it.
/// What comes later changes nothing of what may stand here; only what a statement itself goes on with does,
/// its clauses, arms and branches. Of other declarations all is kept.
std::vector<std::pair<std::uint32_t, std::uint32_t>> KeptBehind(std::string_view text, std::uint32_t cursor,
                                                                const CursorContext& context);

}  // namespace meshc::queries
