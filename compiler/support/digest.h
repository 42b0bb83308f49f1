// Digests of texts: names and contracts are told apart by them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace meshc {

/// The first `digits` lower-case hex digits (at most 64) of the text's SHA-256.
std::string Digest(std::string_view text, std::size_t digits);

}  // namespace meshc
