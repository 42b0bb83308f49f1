// Where on a line a bracket was opened that is lost.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/syntax/parse/token.h"

namespace meshc::syntax {

/// The token of [begin, closer) before which the partner of `closer` was most likely meant to stand. None: no
/// sign of it.
std::optional<std::uint32_t> FindLostOpener(const std::vector<Token>& tokens, std::uint32_t begin,
                                            std::uint32_t closer);

}  // namespace meshc::syntax
