#include <algorithm>

#include "compiler/queries/completion.h"

namespace meshc::queries {
namespace {

bool Has(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

void AddActors(CompletionList& list) {
  list.AddDeclared({DeclaredKind::kProcessor, DeclaredKind::kRouter}, ItemKind::kStep, 1);
}

void CompleteStub(CompletionList& list, const Words& item) {
  if (item.size() == 1) return AddActors(list);
  const Declared* actor = list.Find(item[1], {DeclaredKind::kProcessor, DeclaredKind::kRouter});
  const std::string& last = item.back();
  if (last == "raises") return AddErrors(list);
  if (last == "chooses" && actor != nullptr)
    return list.AddParts(*actor, DeclaredKind::kLabel, ItemKind::kEnumValue, {});
  // `chooses slow times 2 then fast`
  if (last == "then" && Has(item, "chooses") && actor != nullptr)
    list.AddParts(*actor, DeclaredKind::kLabel, ItemKind::kEnumValue, {});
  if (Has(item, "when") && !Has(item, "returns") && actor != nullptr) {
    if (last == ".") return CompleteExpression(list, item);
    list.AddParts(*actor, DeclaredKind::kParam, ItemKind::kParam, {});
    AddEnums(list, 2);
  }
  list.AddWords({"returns", "raises", "chooses", "follows", "when", "then", "times", "takes"}, 3);
}

void CompleteExpect(CompletionList& list, const Words& item) {
  if (item.size() == 1) list.AddWords({"visits", "outcome", "absent", "hops"}, 2);
  if (item.size() > 1 && item[1] == "visits") return AddActors(list);
  if (item.size() > 1 && item[1] == "absent") return AddFields(list);
  if (item.size() > 1 && item[1] == "outcome") {
    if (item.back() == "failed") return AddErrors(list);
    return list.AddWords({"succeeded", "failed"}, 1);
  }
  CompleteExpression(list, {item.begin() + 1, item.end()});
}

}  // namespace

void CompleteInScenario(CompletionList& list) {
  const auto& around = list.context().around;
  const Enclosing& inner = list.context().innermost();
  if (around.size() > 2) {
    if (CompleteLiteral(list)) return;
    if (inner.bracket == '[' && !inner.head.empty() && inner.head.back() == "follows")
      return list.AddDeclared({DeclaredKind::kProcessor, DeclaredKind::kFlow}, ItemKind::kStep, 1);
    return CompleteExpression(list, inner.item);
  }
  const Words& item = inner.item;
  if (item.empty()) return list.AddWords({"given", "stub", "signal", "expect"}, 1);
  if (item[0] == "stub") return CompleteStub(list, item);
  if (item[0] == "expect") return CompleteExpect(list, item);
}

}  // namespace meshc::queries
