// What a file declares, as a tree.
#pragma once

#include <string>
#include <vector>

#include "compiler/queries/checked_root.h"

namespace meshc::queries {

struct Symbol {
  std::string name;
  std::string detail;  ///< The type as written; of a flow its envelope.
  const Declared* declared = nullptr;
  bool deprecated = false;
  std::vector<Symbol> parts;
};

/// In source order. Variables are left out.
std::vector<Symbol> SymbolsOf(const CheckedRoot& root, source::FileId file);

/// True if the letters of `pattern` stand in `name` in their order, in either case.
bool MatchesLoosely(std::string_view pattern, std::string_view name);

}  // namespace meshc::queries
