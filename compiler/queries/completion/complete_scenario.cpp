#include <llvm/Support/Casting.h>

#include <algorithm>

#include "compiler/queries/completion/completion.h"

namespace meshc::queries {
namespace {

void AddActors(CompletionList& list) {
  list.AddDeclared({DeclaredKind::kProcessor, DeclaredKind::kRouter}, ItemKind::kStep, 1);
}

/// Of the actor that `stub NAME …` is about.
void AddParamsOf(CompletionList& list, const Words& stub) {
  const Declared* actor = stub.size() < 2 || stub[0] != "stub"
                              ? nullptr
                              : list.Find(stub[1], {DeclaredKind::kProcessor, DeclaredKind::kRouter});
  if (actor != nullptr) list.AddParts(*actor, DeclaredKind::kParam, ItemKind::kParam, {});
}

bool IsVerb(const std::string& word) {
  return word == "returns" || word == "raises" || word == "chooses" || word == "follows";
}

/// What an actor may answer with; null: it is unknown.
void AddVerbs(CompletionList& list, const Declared* actor) {
  if (actor == nullptr) return list.AddWords({"returns", "raises", "chooses", "follows"}, 3);
  const auto* router = llvm::dyn_cast<syntax::RouterDeclaration>(actor->declaration);
  if (router == nullptr) return list.AddWords({"returns", "raises"}, 3);
  list.AddWords({router->is_plan ? "follows" : "chooses", "raises"}, 3);
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
    AddParamsOf(list, item);
    AddEnums(list, 2);
  }
  const bool answers = std::any_of(item.begin(), item.end(), IsVerb);
  if (!answers || last == "then") AddVerbs(list, actor);
  if (answers && last != "then") list.AddWords({"then", "times", "takes"}, 3);
  if (!answers && !Has(item, "when")) list.AddWords({"when"}, 3);
}

void CompleteExpect(CompletionList& list, const Words& item) {
  if (item.size() == 1) list.AddWords({"visits", "outcome", "absent", "hops"}, 2);
  if (item.size() > 1 && item[1] == "visits") return AddActors(list);
  if (item.size() > 1 && item[1] == "absent") return AddFields(list);
  if (item.size() > 1 && item[1] == "outcome") {
    if (item.back() == "failed") return AddErrors(list);
    return list.AddWords({"succeeded", "failed"}, 1);
  }
  if (item.size() > 1 && item[1] == "hops") return;  // A number.
  CompleteExpression(list, {item.begin() + 1, item.end()});
}

}  // namespace

void CompleteInScenario(CompletionList& list) {
  const auto& around = list.context().around;
  const Enclosing& inner = list.context().innermost();
  if (around.size() > 2) {
    if (CompleteLiteral(list)) return;
    // `when (has(a) && …`: of the params, too.
    const Words& item = around[2].head;
    if (Has(item, "when") && !Has(item, "returns") && !Has(item, "raises") && inner.item.empty())
      AddParamsOf(list, item);
    if (inner.bracket == '[' && !inner.head.empty() && inner.head.back() == "follows")
      return list.AddDeclared({DeclaredKind::kProcessor, DeclaredKind::kFlow}, ItemKind::kStep, 1);
    return CompleteExpression(list, inner.item);
  }
  const Words& item = inner.item;
  if (item.empty()) return list.AddWords({"given", "stub", "signal", "expect"}, 1);
  if (item[0] == "stub") return CompleteStub(list, item);
  if (item[0] == "expect") return CompleteExpect(list, item);
  if (item[0] == "given" && item.size() == 1) list.AddWords({"file"}, 1);
}

}  // namespace meshc::queries
