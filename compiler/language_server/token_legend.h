// The classes of semantic tokens, as editors are told of them.
#pragma once

#include <string_view>
#include <vector>

#include "compiler/queries/colours.h"

namespace meshc::language_server {

/// Indices into the lists below. `type` below 0: the editor's own colours are right.
struct TokenClass {
  int type = -1;
  int modifiers = 0;  ///< Bits.
};

const std::vector<const char*>& TokenTypes();
const std::vector<const char*>& TokenModifiers();

TokenClass ClassOf(const queries::Colour& colour, std::string_view text, bool library);

}  // namespace meshc::language_server
