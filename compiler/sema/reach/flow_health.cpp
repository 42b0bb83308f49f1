// What later stages can make of each flow although the run has errors.
//
// A declaration is spoiled if an error stands inside of it, if parts of it are missing, if it uses one
// that is spoiled, or if its file imports something that could not be loaded: names may be missing
// there without a report. A spoiled flow is damaged where an error, or a use of something spoiled,
// stands in a statement; it is lost if that cannot be said of all of its errors.
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Casting.h>

#include <map>
#include <vector>

#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/sema/checks.h"
#include "compiler/sema/reach/declaration_places.h"
#include "compiler/sema/statements/statement_places.h"

namespace meshc::sema {
namespace {

class FlowHealth {
 public:
  explicit FlowHealth(Context& context)
      : context_(context),
        places_(context.table.symbols),
        uses_(context.table.symbols.size()),
        spoiled_(context.table.symbols.size(), false) {
    for (const Use& use : context_.uses) {
      const SymbolId user = places_.Around(use.range);
      if (user.has_value()) uses_[use.symbol.index].push_back({user, use.range});
    }
  }

  void Find() {
    SpoilByErrors();
    SpoilByGaps();
    SpoilByImports();
    SpoilUsers();
    for (const SymbolId id : places_.all()) {
      if (!spoiled_[id.index]) continue;
      if (IsFlow(id)) {
        if (FlowOf(id).health == Health::kSound) FlowOf(id).health = Health::kDamaged;
      } else {
        HarmUsers(id);
      }
    }
  }

 private:
  struct UseBy {
    SymbolId user;
    SourceRange range;
  };

  bool IsFlow(SymbolId id) const { return context_.symbol(id).kind == SymbolKind::kFlow; }
  Flow& FlowOf(SymbolId id) const { return context_.program.flows[FlowId{context_.symbol(id).index}]; }

  // ---- spoiled

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
      if (bracket && StandsInScenario(found.range)) {  // No flow ends there.
        context_.program.lacks_text |= found.code == diag::UnclosedBracket.code;
        continue;
      }
      const SymbolId id = bracket ? places_.Before(found.range) : places_.Around(found.range);
      Spoil(id);
      if (!id.has_value() && found.code == diag::Expected.code && !StandsInScenario(found.range))
        context_.program.lacks_text = true;
      if (!id.has_value() || !IsFlow(id)) continue;
      if (bracket) {
        Lose(id);
        context_.program.lacks_text |= found.code == diag::UnclosedBracket.code;
      } else if (found.code == diag::FlowCycle.code) {
        LoseAllThatLeadTo(id);
      } else {
        Harm(id, found.range, Damage::kOwn);
      }
    }
  }

  /// What is missing there is no part of a flow.
  bool StandsInScenario(SourceRange range) const {
    return llvm::any_of(context_.program.files, [&](const syntax::File& file) {
      return file.id == range.file && llvm::any_of(file.declarations, [&](const syntax::Declaration* each) {
               return each->kind == syntax::DeclarationKind::kScenario && each->range.begin <= range.begin &&
                      range.end <= each->range.end;
             });
    });
  }

  /// What follows from a mistake elsewhere is not reported, but missing all the same.
  void SpoilByGaps() {
    for (const SymbolId id : places_.all()) {
      const bool on_nothing = IsFlow(id) && !FlowOf(id).envelope.has_value();
      const bool recovered = context_.symbol(id).declaration->recovered;
      if (recovered && (on_nothing || LacksBody(id))) context_.program.lacks_text = true;
      if (recovered || on_nothing) SpoilWhole(id);
    }
  }

  bool LacksBody(SymbolId id) const { return IsFlow(id) && FlowOf(id).declaration->body.statements.empty(); }

  void SpoilByImports() {
    llvm::DenseSet<std::uint32_t> incomplete;
    for (const syntax::File& file : context_.program.files) {
      if (llvm::any_of(file.imports, [](FileId import) { return !import.has_value(); }))
        incomplete.insert(file.id.index);
    }
    for (const SymbolId id : places_.all()) {
      if (incomplete.count(places_.RangeOf(id).file.index) > 0) SpoilWhole(id);
    }
  }

  void SpoilWhole(SymbolId id) {
    Spoil(id);
    if (IsFlow(id)) Lose(id);
  }

  void SpoilUsers() {
    while (!open_.empty()) {
      for (const UseBy& use : uses_[open_.pop_back_val().index]) Spoil(use.user);
    }
  }

  // ---- damaged or lost

  void Lose(SymbolId flow) {
    if (FlowOf(flow).health == Health::kLost) return;
    FlowOf(flow).health = Health::kLost;
    HarmUsers(flow);
  }

  void HarmUsers(SymbolId id) {
    for (const UseBy& use : uses_[id.index]) {
      if (IsFlow(use.user)) Harm(use.user, use.range, Damage::kByUse);
    }
  }

  void Harm(SymbolId flow, SourceRange range, Damage damage) {
    if (FlowOf(flow).health == Health::kLost) return;
    const syntax::Statement* statement = StatementsOf(flow).Innermost(range);
    if (statement == nullptr) return Lose(flow);
    const auto [known, fresh] = context_.program.damaged.try_emplace(statement, damage);
    if (!fresh && damage == Damage::kByUse) known->second = damage;
  }

  /// No stage goes round in a circle of calls.
  void LoseAllThatLeadTo(SymbolId id) {
    llvm::SmallVector<SymbolId, 16> open{id};
    while (!open.empty()) {
      const SymbolId next = open.pop_back_val();
      if (!leads_to_circle_.insert(next.index).second) continue;
      if (IsFlow(next)) Lose(next);
      for (const UseBy& use : uses_[next.index]) open.push_back(use.user);
    }
  }

  const StatementPlaces& StatementsOf(SymbolId flow) {
    const auto found = statements_.find(flow);
    if (found != statements_.end()) return found->second;
    return statements_.emplace(flow, StatementPlaces(*FlowOf(flow).declaration)).first->second;
  }

  Context& context_;
  DeclarationPlaces places_;
  std::vector<llvm::SmallVector<UseBy, 2>> uses_;  ///< By SymbolId.
  std::vector<bool> spoiled_;                      ///< By SymbolId.
  llvm::SmallVector<SymbolId, 16> open_;           ///< Spoiled, users not yet told.
  std::map<SymbolId, StatementPlaces> statements_;
  llvm::DenseSet<std::uint32_t> leads_to_circle_;  ///< SymbolIds.
};

}  // namespace

void FindFlowHealth(Context& context) {
  if (context.diagnostics.HasErrors()) FlowHealth(context).Find();
}

}  // namespace meshc::sema
