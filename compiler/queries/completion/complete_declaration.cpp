#include <llvm/ADT/StringRef.h>

#include <algorithm>

#include "compiler/loading/library.h"
#include "compiler/queries/completion/completion.h"

namespace meshc::queries {
namespace {

void CompleteProperty(CompletionList& list, const Words& item) {
  if (item.empty()) return list.AddWords({"raises", "timeout", "retry", "effect", "undo", "concurrency"}, 1);
  const std::string& word = item[0];
  if (word == "raises" || item.back() == "on") return AddErrors(list);
  if (item.back() == "retry") return list.AddDeclared({DeclaredKind::kPolicy}, ItemKind::kProperty, 1);
  if (word == "undo") return list.AddDeclared({DeclaredKind::kProcessor}, ItemKind::kStep, 1);
  if (word == "effect" && item.back() == "by") {
    const Words& declaration = list.context().declaration();
    const Declared* actor =
        declaration.size() > 1 ? list.Find(declaration[1], {DeclaredKind::kProcessor}) : nullptr;
    if (actor != nullptr) list.AddParts(*actor, DeclaredKind::kParam, ItemKind::kParam, {});
    return;
  }
  if (word == "effect" && item.back() == ".") return CompleteExpression(list, item);
  if (word == "effect") return list.AddWords({"idempotent", "at_least_once", "by", "shared"}, 1);
  if (word != "retry") return;
  if (item.back() == "backoff") return list.AddWords({"constant", "linear", "exponential"}, 1);
  list.AddWords({"backoff", "jitter", "on"}, 2);
}

/// `policy p = retry …`
void CompletePolicy(CompletionList& list, const Words& item) {
  if (item.back() == "=") return list.AddWords({"retry"}, 1);
  const auto retry = std::find(item.begin(), item.end(), "retry");
  // No policy is made of another.
  if (retry != item.end() && item.back() != "retry") CompleteProperty(list, {retry, item.end()});
}

/// Nothing stands before the cursor, and no line names the mesh.
bool LacksMesh(const CompletionList& list) {
  const syntax::File* file = list.root().FileOf(list.place().file);
  if (file == nullptr) return true;
  return !file->mesh_range.has_value() &&
         (file->declarations.empty() || list.place().offset <= file->declarations.front()->range.begin);
}

/// Between declarations, or in the head of one.
void CompleteHead(CompletionList& list, const Words& item) {
  if (list.context().in_string) return;
  if (item.empty() || item.back() == "{}") {
    if (item.empty() && LacksMesh(list)) {
      CompletionItem& mesh = list.Add("mesh", ItemKind::kKeyword, 1);
      mesh.insert = "mesh name;";
      mesh.snippet = "mesh ${1:name};";
    }
    list.AddWords({"import", "record", "open", "enum", "union", "type", "envelope", "error", "processor",
                   "router", "flow", "scenario", "policy", "flavor", "deploy"},
                  2);
    if (!item.empty() && item[0] == "flow") list.AddWords({"on", "finally"}, 1);
    return;
  }
  const std::string& word = item[0];
  if (item.back() == "@")
    return list.AddWords({"deprecated", "was", "sensitive", "owner", "cost", "allow"}, 1);
  if (word == "flow" && Has(item, "{}")) return AddErrors(list);
  if (word == "flow" && item.back() == "on")
    return list.AddDeclared({DeclaredKind::kEnvelope}, ItemKind::kType, 1);
  if (word == "flow") return list.AddWords({"on", "sla"}, 1);
  if (word == "scenario" && item.back() == "for")
    return list.AddDeclared({DeclaredKind::kFlow}, ItemKind::kStep, 1);
  if (word == "deploy" && item.back() == "for")
    return list.Add(list.declarations().mesh, ItemKind::kProperty, 1, "mesh"), void();
  if (word == "scenario" || (word == "deploy" && item.size() == 2)) return list.AddWords({"for"}, 1);
  if (word == "error" && item.back() == ":") return AddErrors(list);
  if (word == "error") return list.AddWords({"retriable", "recoverable", "fatal"}, 1);
  if (word == "type") return AddTypes(list);
  if (word == "open") return list.AddWords({"enum"}, 1);
  if (word == "router" && item.back() == "->") return list.AddWords({"steps"}, 1);
  if (word == "policy") return CompletePolicy(list, item);
  if (word == "import" && item.back() == ".") {
    for (const std::string_view name : loading::LibraryNames())
      list.Add(std::string(name), ItemKind::kFile, 1, "standard library");
    return;
  }
  if (word == "import") return list.AddWords({"std", "as"}, 1);
}

/// The name whose type stands at the cursor: `order` in `orders: [|]` and in `in order: |`.
std::string NameToType(const CursorContext& context) {
  const Enclosing& around = context.innermost();
  const Words& words = around.item.empty() ? around.head : around.item;
  return words.size() > 1 && words.back() == ":" ? words[words.size() - 2] : "";
}

bool IsType(DeclaredKind kind) {
  return kind == DeclaredKind::kRecord || kind == DeclaredKind::kEnum || kind == DeclaredKind::kUnion ||
         kind == DeclaredKind::kTypeAlias;
}

/// `orders` and `Order`, `status` and `OrderStatus`.
bool Resemble(const std::string& member, const std::string& type) {
  std::string name = llvm::StringRef(member).lower();
  std::erase(name, '_');
  const std::string other = llvm::StringRef(type).lower();
  return !name.empty() && (llvm::StringRef(name).contains(other) || llvm::StringRef(other).contains(name));
}

/// Behind the `=` of what is declared, or in the brackets of its value.
bool IsInDefault(const CursorContext& context) {
  if (context.around.size() < 2) return false;
  const Words& item = context.around.size() == 2 ? context.innermost().item : context.around[2].head;
  return Has(item, ":") && Has(item, "=");
}

void AddDefaults(CompletionList& list, const Words& item) {
  AddValuesOf(list, ExpectedType(list, item));
  list.AddWords({"true", "false"}, 2);
}

}  // namespace

void AddTypes(CompletionList& list) {
  const std::string member = NameToType(list.context());
  for (const Declared& declared : list.root().names().all()) {
    if (!IsType(declared.kind)) continue;
    const std::string name(list.root().Text(declared.name));
    list.Add(name, ItemKind::kType, Resemble(member, name) ? 0 : 1, std::string(Noun(declared.kind)),
             &declared);
  }
  for (const char* type : {"string", "int", "float", "bool", "timestamp", "duration", "bytes", "json"})
    list.Add(type, ItemKind::kType, 2, "built in");
}

void CompleteInDeclaration(CompletionList& list) {
  const Enclosing& around = list.context().innermost();
  const Words& item = around.item;
  if (around.bracket == 0) return CompleteHead(list, item);
  const std::string declaration = list.context().declaration().empty() ? "" : list.context().declaration()[0];
  if (declaration == "deploy" || declaration == "flavor") return CompleteInDeploy(list);
  if (!item.empty() && item.back() == "@")
    return list.AddWords({"deprecated", "was", "sensitive", "allow"}, 1);
  const bool actor = declaration == "processor" || declaration == "router";
  if (IsInDefault(list.context())) {
    if (!CompleteLiteral(list)) AddDefaults(list, item);
    return;
  }
  if (Has(item, ":") || around.bracket == '[') return AddTypes(list);
  if (declaration == "envelope" && item.size() <= 2) return list.AddWords({"in", "out", "var", "log"}, 1);
  if (actor && around.bracket == '{') {
    if (!around.head.empty() && around.head.back() == "steps")
      return list.AddDeclared({DeclaredKind::kProcessor, DeclaredKind::kFlow}, ItemKind::kStep, 1);
    if (!around.head.empty() && around.head.back() != "->") return CompleteProperty(list, item);
  }
}

}  // namespace meshc::queries
