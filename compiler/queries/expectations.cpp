#include "compiler/queries/expectations.h"

#include <llvm/Support/Casting.h>

#include <optional>

#include "compiler/support/enumerator.h"

namespace meshc::queries {
namespace {

using FailureKind = mesh::deterministic::FailedExpectation::Kind;
using syntax::ScenarioItemKind;

std::optional<ScenarioItemKind> ItemKindOf(FailureKind kind) {
  switch (kind) {
    case FailureKind::kRun: return std::nullopt;
    case FailureKind::kOutcome: return ScenarioItemKind::kExpectOutcome;
    case FailureKind::kVisits: return ScenarioItemKind::kExpectVisits;
    case FailureKind::kCondition: return ScenarioItemKind::kExpectTrue;
    case FailureKind::kAbsent: return ScenarioItemKind::kExpectAbsent;
    case FailureKind::kHops: return ScenarioItemKind::kExpectHops;
  }
  NoSuchEnumerator();
}

const syntax::ScenarioDeclaration* FindScenario(const CheckedRoot& root, std::string_view title) {
  for (const Declared& declared : root.names().all()) {
    if (declared.kind != DeclaredKind::kScenario) continue;
    const auto* scenario = llvm::cast<syntax::ScenarioDeclaration>(declared.declaration);
    if (std::string_view(scenario->title.data(), scenario->title.size()) == title) return scenario;
  }
  return nullptr;
}

}  // namespace

source::SourceRange FindExpectation(const CheckedRoot& root, std::string_view title,
                                    const mesh::deterministic::FailedExpectation& failed) {
  const syntax::ScenarioDeclaration* scenario = FindScenario(root, title);
  if (scenario == nullptr) return {};
  const auto kind = ItemKindOf(failed.kind);
  std::size_t before = 0;
  for (const syntax::ScenarioItem* item : scenario->items) {
    if (item->kind == kind && before++ == failed.number) return item->range;
  }
  return scenario->title_range;
}

}  // namespace meshc::queries
