// What each token of a text is, as far as it is known: for semantic highlighting.
#pragma once

#include <vector>

#include "compiler/queries/checked_root.h"
#include "compiler/syntax/tokens.h"

namespace meshc::queries {

/// Of names: what they mean. `declared` is null for names that mean nothing, and for all other tokens.
struct Colour {
  syntax::TextToken token;
  const Declared* declared = nullptr;
  bool is_declaration = false;
  bool is_write = false;
  bool is_maybe_present = false;  ///< A field that some path brings no value for.
};

/// In the order of the text.
std::vector<Colour> ColoursOf(const CheckedRoot& root, source::SourceRange within);

}  // namespace meshc::queries
