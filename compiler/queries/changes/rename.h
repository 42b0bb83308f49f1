// A declaration under another name.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/queries/checked_root.h"

namespace meshc::queries {

/// Why a name cannot be taken.
struct RenameRefusal {
  std::string reason;
};

/// What it is to be called.
struct NewName {
  std::string text;
  /// `@was("old")` goes before the declaration, unless it has one: versions under way know it by the old
  /// name.
  bool keep_was = false;
};

/// Edits of all files that the root reaches: the declaration, what names it, and steps that took or gave it
/// without a word, which name it from then on. Refused for what is not the user's own, for words that are no
/// names, and for names that a neighbour bears. `in_library`: true if a file may not be written.
std::variant<std::vector<diagnostics::Edit>, RenameRefusal> Rename(
    const CheckedRoot& root, const Declared& declared, const NewName& name,
    const std::function<bool(source::FileId)>& in_library);

}  // namespace meshc::queries
