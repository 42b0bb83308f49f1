// Which name the cursor is at, and what it means.
#pragma once

#include <optional>
#include <vector>

#include "compiler/queries/checked_root.h"

namespace meshc::queries {

struct NameAt {
  source::SourceRange range;           ///< Of the name under the cursor.
  const Declared* declared = nullptr;  ///< What it means.
  bool is_declaration = false;         ///< It is the name in its declaration.
};

/// The place counts to a name that it stands in, or directly behind. None: no name of which anything is
/// known.
std::optional<NameAt> FindNameAt(const CheckedRoot& root, Place place);

/// Mentions whose place is inside of `within`.
std::vector<sema::Mention> MentionsIn(const CheckedRoot& root, source::SourceRange within);

}  // namespace meshc::queries
