// UTF-8 by hand: what the compiler has to know of it.
#pragma once

#include <cstdint>
#include <string_view>

namespace meshc::source {

/// May stand at the begin of a file; it is skipped and counts as no column.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

inline bool IsContinuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// The length of the valid code point at the begin of `text`; 0 if there is none.
std::uint32_t CodePointLength(std::string_view text);

/// Code points of valid text; of other text, the bytes that are no continuation.
std::uint32_t CountCodePoints(std::string_view text);

}  // namespace meshc::source
