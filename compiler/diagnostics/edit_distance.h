// How far two names are apart.
#pragma once

#include <cstddef>
#include <string_view>

namespace meshc::diagnostics {

/// Letters to replace, to put in or to leave out so that one text becomes the other; if they are more
/// than `limit`, some number above it. Takes at most the length of a text times the limit.
std::size_t EditDistance(std::string_view a, std::string_view b, std::size_t limit);

}  // namespace meshc::diagnostics
