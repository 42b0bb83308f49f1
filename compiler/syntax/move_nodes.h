// Nodes at another place of their file: what a text before them that grew or shrank does to them.
#pragma once

#include <cstdint>

#include "compiler/syntax/declaration.h"

namespace meshc::syntax {

/// How far; modulo 2^32, so that they reach backwards too.
struct Distance {
  std::uint32_t bytes = 0;
  SyntaxId ids = 0;

  SourceRange Moved(SourceRange range) const {
    return range.has_value() ? SourceRange{range.file, range.begin + bytes, range.end + bytes} : range;
  }
};

/// Moves all nodes of the declaration, which nobody else may refer to. The only thing that ever changes a
/// node once it is built.
void MoveNodes(const Declaration& declaration, Distance distance);

}  // namespace meshc::syntax
