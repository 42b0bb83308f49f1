#include "compiler/sema/reach/declaration_places.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <utility>

namespace meshc::sema {
namespace {

using Place = std::pair<std::uint32_t, std::uint32_t>;

Place PlaceOf(source::SourceRange range) { return {range.file.index, range.begin}; }

}  // namespace

DeclarationPlaces::DeclarationPlaces(const Store<SymbolId, Symbol>& symbols) : symbols_(symbols) {
  for (const SymbolId id : symbols.ids()) by_place_.push_back(id);
  llvm::sort(by_place_, [&](SymbolId a, SymbolId b) { return PlaceOf(RangeOf(a)) < PlaceOf(RangeOf(b)); });
}

SymbolId DeclarationPlaces::Before(source::SourceRange range) const {
  const auto behind =
      std::upper_bound(by_place_.begin(), by_place_.end(), PlaceOf(range),
                       [&](const Place& place, SymbolId symbol) { return place < PlaceOf(RangeOf(symbol)); });
  if (behind == by_place_.begin()) return {};
  const SymbolId before = *(behind - 1);
  return RangeOf(before).file == range.file ? before : SymbolId{};
}

SymbolId DeclarationPlaces::Around(source::SourceRange range) const {
  const SymbolId before = Before(range);
  return before.has_value() && range.begin <= RangeOf(before).end ? before : SymbolId{};
}

}  // namespace meshc::sema
