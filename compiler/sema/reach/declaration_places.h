// Which declaration a place in the source belongs to.
#pragma once

#include <vector>

#include "compiler/sema/names/symbols.h"
#include "compiler/source/source_range.h"

namespace meshc::sema {

class DeclarationPlaces {
 public:
  /// Keeps a reference to `symbols`.
  explicit DeclarationPlaces(const Store<SymbolId, Symbol>& symbols);

  /// All declarations by file and place.
  const std::vector<SymbolId>& all() const { return by_place_; }
  source::SourceRange RangeOf(SymbolId id) const { return symbols_[id].declaration->range; }
  /// The last declaration that starts before a place, in the same file; none: it is the first.
  SymbolId Before(source::SourceRange range) const;
  /// The declaration that a place stands in; none: it stands in a scenario, an import or nowhere.
  SymbolId Around(source::SourceRange range) const;

 private:
  const Store<SymbolId, Symbol>& symbols_;
  std::vector<SymbolId> by_place_;
};

}  // namespace meshc::sema
