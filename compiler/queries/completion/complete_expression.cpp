#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

#include <algorithm>

#include "compiler/queries/completion/completion.h"
#include "compiler/queries/types_at.h"
#include "compiler/support/words.h"

namespace meshc::queries {
namespace {

using types::TypeId;
using types::TypeKind;

/// The path before the last word: `a.b[0].` gives `a`, `b`, `[]`.
Words PathBefore(const Words& item) {
  Words path;
  std::size_t at = item.size();
  bool wants_name = true;
  while (at > 0) {
    const std::string& word = item[at - 1];
    if (word == "[]") {
      path.push_back(word);
      --at;
      continue;
    }
    if (!wants_name) {
      if (word != ".") break;
      wants_name = true;
      --at;
      continue;
    }
    path.push_back(word);
    wants_name = false;
    --at;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

TypeId MemberOf(const types::Declarations& declarations, TypeId base, const std::string& name) {
  const types::Type type = declarations.types[declarations.types.Present(base)];
  const std::vector<types::Member>* members = nullptr;
  if (type.kind == TypeKind::kRecord) members = &declarations.records[type.record()].members;
  if (type.kind == TypeKind::kUnion) members = &declarations.unions[type.union_type()].tags;
  if (members == nullptr) return {};
  for (const types::Member& member : *members) {
    if (member.name == name) return member.type;
  }
  return {};
}

/// Of a param of the actor whose params are names where the cursor is: the one declared, or stubbed.
TypeId TypeOfParam(const CompletionList& list, const std::string& name) {
  const Words& begun = list.context().declaration();
  const Words& item = list.context().innermost().item;
  const bool declares = begun.size() > 1 && begun[0] == "processor";
  const bool stubs = item.size() > 1 && item[0] == "stub";
  if (!declares && !stubs) return {};
  for (const types::Actor& actor : list.declarations().actors) {
    if (actor.name != (declares ? begun[1] : item[1])) continue;
    for (const types::Member& param : actor.params) {
      if (param.name == name) return param.type;
    }
  }
  return {};
}

/// The list that `each NAME in LIST` goes over; empty: it is no such variable.
Words ListOfVariable(const CompletionList& list, const std::string& name) {
  for (const Enclosing& around : list.context().around) {
    for (std::size_t i = 0; i + 3 < around.head.size(); ++i) {
      if (around.head[i] != "each" || around.head[i + 1] != name || around.head[i + 2] != "in") continue;
      Words path;
      for (std::size_t at = i + 3; at < around.head.size(); ++at) {
        const std::string& word = around.head[at];
        if (word == "max" || word == "width" || word == "wait" || word == "timeout") break;
        path.push_back(word);
      }
      return PathBefore(path);
    }
  }
  return {};
}

void AddMembers(CompletionList& list, TypeId base) {
  const Declared* declared = DeclarationOf(list.root(), base);
  if (declared == nullptr) return;
  list.AddParts(*declared, DeclaredKind::kMember, ItemKind::kField, {});
  list.AddParts(*declared, DeclaredKind::kTag, ItemKind::kField, {});
}

/// The error that `on ERROR as NAME` catches; empty: there is no such name here, or it stands for several.
std::string ErrorOfVariable(const CompletionList& list, const std::string& name) {
  // Clauses that follow each other are one item: the last one is that of the block.
  for (const Enclosing& around : llvm::reverse(list.context().around)) {
    const Words& head = around.head;
    for (std::size_t i = head.size(); i-- > 2;) {
      if (i + 1 == head.size() || head[i] != "as" || head[i + 1] != name) continue;
      std::size_t begin = i - 1;
      while (begin > 2 && head[begin - 1] == ".") begin -= 2;
      return head[begin - 1] == "on" ? head[i - 1] : "";
    }
  }
  return "";
}

/// Of `e.detail`: what the caught error tells, be it of those above it.
void AddDetail(CompletionList& list, const std::string& variable) {
  const std::string caught = ErrorOfVariable(list, variable);
  for (const types::Error& error : list.declarations().errors) {
    if (caught.empty() || error.name != caught) continue;
    for (const types::Member& field : error.fields)
      list.Add(field.name, ItemKind::kField, 1, types::PrintType(list.declarations(), field.type),
               list.root().names().Find(field.origin.range));
  }
}

/// Before a dot the enum is likely that has the value behind it.
constexpr int kLikelyEnum = 1;

std::string_view WordBehindDot(const CompletionList& list) {
  const std::string_view behind = list.behind().substr(1);
  const auto end = std::ranges::find_if_not(behind, IsWordLetter);
  return behind.substr(0, static_cast<std::size_t>(end - behind.begin()));
}

bool IsValueOf(const syntax::EnumDeclaration& named, std::string_view word) {
  return std::ranges::any_of(named.values,
                             [&](const auto& value) { return std::string_view(value.name.text) == word; });
}

void AddEnum(CompletionList& list, const Declared* named, int rank) {
  if (named != nullptr)
    list.Add(std::string(list.root().Text(named->name)), ItemKind::kType, rank, "enum", named);
}

void AddVariables(CompletionList& list) {
  for (const Enclosing& around : list.context().around) {
    const Words& head = around.head;
    for (std::size_t i = 0; i + 1 < head.size(); ++i) {
      if (head[i] == "each") list.Add(head[i + 1], ItemKind::kVariable, 1, "variable");
      if (head[i] == "as" && std::find(head.begin(), head.end(), "on") != head.end())
        list.Add(head[i + 1], ItemKind::kVariable, 1, "caught error");
    }
  }
}

}  // namespace

void AddValuesOf(CompletionList& list, TypeId type) {
  const auto& declarations = list.declarations();
  if (!type.has_value()) return;
  const types::Type present = declarations.types[declarations.types.Present(type)];
  if (present.kind != TypeKind::kEnum) return;
  const types::Enum& named = declarations.enums[present.enumeration()];
  for (const types::EnumValue& value : named.values)
    list.Add(value.name, ItemKind::kEnumValue, 0, named.name, list.root().names().Find(value.origin.range))
        .alike = "value " + named.name;
  if (list.behind().starts_with('.')) AddEnum(list, list.root().names().Find(named.origin.range), 1);
}

void AddEnums(CompletionList& list, int rank) {
  for (const Declared& declared : list.root().names().all()) {
    if (declared.kind != DeclaredKind::kEnum) continue;
    const auto& named = llvm::cast<syntax::EnumDeclaration>(*declared.declaration);
    if (list.behind().starts_with('.')) {
      AddEnum(list, &declared, IsValueOf(named, WordBehindDot(list)) ? kLikelyEnum : rank);
      continue;
    }
    const std::string name = named.name.text.str();
    for (const syntax::ValueDeclaration& value : named.values)
      list.Add(name + "." + value.name.text.str(), ItemKind::kEnumValue, rank, "",
               list.root().names().Find(value.name.range))
          .alike = "of " + name;
  }
}

void AddFields(CompletionList& list, bool read) {
  const types::EnvelopeId envelope = list.envelope();
  if (!envelope.has_value()) return;
  const auto& fields = list.declarations().envelopes[envelope].fields;
  const auto& presences = list.presences();
  for (std::size_t slot = 0; slot < fields.size(); ++slot) {
    std::string detail = types::PrintType(list.declarations(), fields[slot].type);
    int rank = 2;
    if (slot < presences.size()) {
      if (presences[slot] == analysis::Presence::kMaybe) detail += ", maybe present";
      if (presences[slot] == analysis::Presence::kAbsent) detail += ", not present here";
      rank = presences[slot] == analysis::Presence::kPresent ? 1
             : presences[slot] == analysis::Presence::kMaybe ? 2
                                                             : 6;
    }
    CompletionItem& item = list.Add(fields[slot].name, ItemKind::kField, rank, detail,
                                    list.root().names().Find(fields[slot].origin.range));
    if (read && rank == 1) item.alike = (fields[slot].sensitive ? "sensitive " : "field ") + detail;
  }
}

TypeId TypeOfPath(CompletionList& list, Words path) {
  const auto& declarations = list.declarations();
  TypeId type;
  for (std::size_t i = 0; i < path.size() && i < 64; ++i) {
    if (i == 0) {
      const types::EnvelopeId envelope = list.envelope();
      if (envelope.has_value()) {
        for (const types::Field& field : declarations.envelopes[envelope].fields) {
          if (field.name == path[0]) type = field.type;
        }
      }
      if (const TypeId param = TypeOfParam(list, path[0]); param.has_value()) type = param;
      const Words of = ListOfVariable(list, path[0]);
      if (!of.empty() && of[0] != path[0]) {
        const TypeId over = TypeOfPath(list, of);
        if (over.has_value()) type = declarations.types[declarations.types.Present(over)].element;
      }
    } else if (path[i] == "[]") {
      type = declarations.types[declarations.types.Present(type)].element;
    } else {
      type = MemberOf(declarations, type, path[i]);
    }
    if (!type.has_value()) return {};
  }
  return type;
}

void CompleteExpression(CompletionList& list, const Words& item) {
  if (!item.empty() && item.back() == ".") {
    const Words path = PathBefore({item.begin(), item.end() - 1});
    const TypeId base = TypeOfPath(list, path);
    if (base.has_value()) return AddMembers(list, base);
    if (path.size() == 2 && path[1] == "detail") return AddDetail(list, path[0]);
    if (path.size() != 1) return;
    if (const Declared* type = list.Find(path[0], {DeclaredKind::kEnum}))
      return list.AddParts(*type, DeclaredKind::kValue, ItemKind::kEnumValue, {});
    return list.AddWords({"name", "message", "actor", "detail"}, 1);
  }
  AddValuesOf(list, ExpectedType(list, list.context().innermost().item));
  // `mood == calm`, and `mood in [calm, cross]`.
  const Words& compared = list.context().innermost().bracket == '[' ? list.context().innermost().head : item;
  if (compared.size() > 1 && (compared.back() == "==" || compared.back() == "!=" || compared.back() == "in"))
    AddValuesOf(list, TypeOfPath(list, PathBefore({compared.begin(), compared.end() - 1})));
  AddVariables(list);
  AddFields(list, true);
  AddFunctions(list);
  list.AddWords({"true", "false", "null"}, 8);
  AddEnums(list, 9);
}

}  // namespace meshc::queries
