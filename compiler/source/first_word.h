// The word that a construct begins with, where a finding about the whole of it would underline too much.
#pragma once

#include <cstdint>
#include <string_view>

#include "compiler/source/source_range.h"

namespace meshc::source {

/// `range` begins with `word`: the bytes of that word.
inline SourceRange FirstWord(SourceRange range, std::string_view word) {
  range.end = range.begin + static_cast<std::uint32_t>(word.size());
  return range;
}

}  // namespace meshc::source
