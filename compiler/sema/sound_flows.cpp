// Which flows later stages can trust although the run has errors.
//
// A declaration is spoiled if an error stands inside of it, if parts of it are missing, if it uses one
// that is spoiled, or if its file imports something that could not be loaded: names may be missing
// there without a report.
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "compiler/sema/checks.h"

namespace meshc::sema {
namespace {

class SoundFlows {
 public:
  explicit SoundFlows(Context& context)
      : context_(context),
        users_(context.table.symbols.size()),
        spoiled_(context.table.symbols.size(), false) {
    for (const SymbolId id : context.table.symbols.ids()) by_place_.push_back(id);
    llvm::sort(by_place_, [&](SymbolId a, SymbolId b) { return PlaceOf(RangeOf(a)) < PlaceOf(RangeOf(b)); });
  }

  void Find() {
    for (const Use& use : context_.uses) {
      const SymbolId user = Around(use.range);
      if (user.has_value()) users_[use.symbol.index].push_back(user);
    }
    SpoilByErrors();
    SpoilByGaps();
    SpoilByImports();
    SpoilUsers();
    for (const SymbolId id : context_.table.symbols.ids()) {
      const Symbol& symbol = context_.symbol(id);
      if (symbol.kind == SymbolKind::kFlow && spoiled_[id.index]) FlowOf(symbol).sound = false;
    }
  }

 private:
  using Place = std::pair<std::uint32_t, std::uint32_t>;
  static Place PlaceOf(SourceRange range) { return {range.file.index, range.begin}; }
  SourceRange RangeOf(SymbolId id) const { return context_.symbol(id).declaration->range; }
  Flow& FlowOf(const Symbol& symbol) { return context_.program.flows[FlowId{symbol.index}]; }

  /// The last declaration that starts before a place, in the same file; none: it is the first.
  SymbolId Before(SourceRange range) const {
    const auto behind = std::upper_bound(
        by_place_.begin(), by_place_.end(), PlaceOf(range),
        [&](const Place& place, SymbolId symbol) { return place < PlaceOf(RangeOf(symbol)); });
    if (behind == by_place_.begin()) return {};
    const SymbolId before = *(behind - 1);
    return RangeOf(before).file == range.file ? before : SymbolId{};
  }

  /// The declaration that a place stands in; none: it stands in a scenario, an import or nowhere.
  SymbolId Around(SourceRange range) const {
    const SymbolId before = Before(range);
    return before.has_value() && range.begin <= RangeOf(before).end ? before : SymbolId{};
  }

  void Spoil(SymbolId id) {
    if (!id.has_value() || spoiled_[id.index]) return;
    spoiled_[id.index] = true;
    open_.push_back(id);
  }

  void SpoilByErrors() {
    for (const diagnostics::Diagnostic& found : context_.diagnostics.all()) {
      if (found.severity != diagnostics::Severity::kError || !found.range.has_value()) continue;
      // A bracket too many or too few has ended what stands before it in the wrong place.
      const bool bracket = found.code == diag::StrayCloser.code || found.code == diag::UnclosedBracket.code;
      Spoil(bracket ? Before(found.range) : Around(found.range));
    }
  }

  /// What follows from a mistake elsewhere is not reported, but missing all the same.
  void SpoilByGaps() {
    for (const SymbolId id : by_place_) {
      const Symbol& symbol = context_.symbol(id);
      const bool on_nothing = symbol.kind == SymbolKind::kFlow && !FlowOf(symbol).envelope.has_value();
      if (symbol.declaration->recovered || on_nothing) Spoil(id);
    }
  }

  void SpoilByImports() {
    llvm::DenseSet<std::uint32_t> incomplete;
    for (const syntax::File& file : context_.program.files) {
      if (llvm::any_of(file.imports, [](FileId import) { return !import.has_value(); }))
        incomplete.insert(file.id.index);
    }
    for (const SymbolId id : by_place_) {
      if (incomplete.count(RangeOf(id).file.index) > 0) Spoil(id);
    }
  }

  void SpoilUsers() {
    while (!open_.empty()) {
      for (const SymbolId user : users_[open_.pop_back_val().index]) Spoil(user);
    }
  }

  Context& context_;
  std::vector<SymbolId> by_place_;
  std::vector<llvm::SmallVector<SymbolId, 2>> users_;  ///< By SymbolId.
  std::vector<bool> spoiled_;                          ///< By SymbolId.
  llvm::SmallVector<SymbolId, 16> open_;               ///< Spoiled, users not yet told.
};

}  // namespace

void FindSoundFlows(Context& context) {
  if (context.diagnostics.HasErrors()) SoundFlows(context).Find();
}

}  // namespace meshc::sema
