// A declaration under another name.
#pragma once

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
  /// `@was("old")` goes before the declaration, unless it has one or means nothing there: versions under way
  /// know it by the old name.
  bool keep_was = false;
};

/// Edits of all files that the root reaches: the declaration, what names it, and steps that took or gave it
/// without a word, which name it from then on. Refused for words that are no names, and for names that a
/// neighbour bears.
std::variant<std::vector<diagnostics::Edit>, RenameRefusal> Rename(const CheckedRoot& root,
                                                                   const Declared& declared,
                                                                   const NewName& name);

}  // namespace meshc::queries
