#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Casting.h>

#include <array>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/expressions/expression_checker.h"
#include "compiler/sema/names/lookup.h"
#include "compiler/sema/names/suggest.h"

namespace meshc::sema {

using llvm::cast;
using llvm::dyn_cast;
using syntax::Expression;
using syntax::IndexExpression;
using syntax::MemberExpression;
using syntax::NameExpression;
using types::TypeKind;

namespace {

const Expression* BaseOf(const Expression& e) {
  if (const auto* member = dyn_cast<MemberExpression>(&e)) return member->base;
  if (const auto* index = dyn_cast<IndexExpression>(&e)) return index->base;
  return nullptr;
}

constexpr std::array<std::string_view, 4> kCaughtParts{"name", "message", "actor", "detail"};
constexpr std::array<ReferenceKind, 4> kCaughtKinds{ReferenceKind::kCaughtName, ReferenceKind::kCaughtMessage,
                                                    ReferenceKind::kCaughtActor,
                                                    ReferenceKind::kCaughtDetail};

}  // namespace

/// Links are taken from the root outwards without recursion: a path may be long.
TypeId ExpressionChecker::CheckPath(const Expression& e, TypeId hint) {
  llvm::SmallVector<const Expression*, 8> links;
  const Expression* root = &e;
  for (; const Expression* base = BaseOf(*root); root = base) links.push_back(root);
  std::size_t left = links.size();
  TypeId type = types().invalid();
  const auto* name = dyn_cast<NameExpression>(root);
  const Variable* variable = name == nullptr ? nullptr : scope_.Find(name->name.text);
  std::size_t used = 0;
  if (variable != nullptr && variable->is_clause && left > 0) {
    type = CheckCaught(*variable, *root, *links[left - 1]);
    --left;
  } else if (name != nullptr && left > 0 && CheckEnumPath(*name, links, used)) {
    left -= used;
    type = context_.FactsOf(*links[left]).type;
  } else {
    type = name != nullptr ? CheckName(*name, left == 0 ? hint : TypeId{}) : Check(*root);
  }
  for (; left > 0; --left) type = CheckLink(*links[left - 1], type);
  return type;
}

TypeId ExpressionChecker::CheckCaught(const Variable& variable, const Expression& root,
                                      const Expression& link) {
  Set(root, types().invalid(), ReferenceKind::kClause);
  context_.FactsOf(root).variable = variable.id;
  context_.Mention(root.range, variable.name.range, Access::kRead);
  const auto* member = dyn_cast<MemberExpression>(&link);
  if (member == nullptr) {
    context_.diagnostics.Report(diag::BareClauseVariable, root.range, NameOf(variable.name));
    return Invalid(link);
  }
  for (std::size_t part = 0; part < kCaughtParts.size(); ++part) {
    if (member->name.text != llvm::StringRef(kCaughtParts[part].data(), kCaughtParts[part].size())) continue;
    const bool is_detail = kCaughtKinds[part] == ReferenceKind::kCaughtDetail;
    Set(link, is_detail ? variable.type : types().Basic(TypeKind::kString), kCaughtKinds[part]);
    context_.FactsOf(link).variable = variable.id;
    return context_.FactsOf(link).type;
  }
  if (member->name.text.empty()) return Invalid(link);
  Suggest(context_,
          context_.diagnostics.Report(diag::UnknownMember, member->name.range,
                                      TypeText{variable.name.text.str()}, NameOf(member->name)),
          member->name, {kCaughtParts.begin(), kCaughtParts.end()});
  return Invalid(link);
}

/// `Tone.calm`, `alias.Tone.calm`. False if the root means something else; else `used` links are done.
bool ExpressionChecker::CheckEnumPath(const NameExpression& root, llvm::ArrayRef<const Expression*> links,
                                      std::size_t& used) {
  if (IsValueName(root.name.text)) return false;
  syntax::QualifiedName type_name{{root.range}, {}, root.name};
  const Expression* last = &root;
  if (context_.table.ScopeOf(scope_.file).aliases.count(root.name.text) > 0 && links.size() > 1) {
    const auto* inner = dyn_cast<MemberExpression>(links.back());
    if (inner == nullptr) return false;
    type_name.qualifier = root.name;
    type_name.name = inner->name;
    last = inner;
    used = 1;
  }
  const auto* value = dyn_cast<MemberExpression>(links[links.size() - 1 - used]);
  const SymbolId symbol = PeekSymbol(context_, scope_.file, Space::kTypes, type_name);
  if (value == nullptr || !symbol.has_value()) return false;
  const Symbol& declared = context_.symbol(symbol);
  const TypeId type = declared.kind == SymbolKind::kEnum        ? types().Enum({declared.index})
                      : declared.kind == SymbolKind::kTypeAlias ? context_.aliases[declared.index].type
                                                                : types().invalid();
  if (KindOf(type) != TypeKind::kEnum) return false;
  MarkUsed(context_, symbol, type_name.name.range);
  Set(*last, type, ReferenceKind::kEnumType);
  ++used;
  if (value->name.text.empty())
    Invalid(*value);
  else
    CheckEnumValue(*value, value->name, type);
  return true;
}

TypeId ExpressionChecker::CheckLink(const Expression& link, TypeId base) {
  if (const auto* index = dyn_cast<IndexExpression>(&link)) return CheckIndex(*index, types().Present(base));
  return CheckMember(cast<MemberExpression>(link), types().Present(base));
}

/// `.length` and the like are functions here.
void ExpressionChecker::HelpWithMember(const MemberExpression& e, TypeKind kind,
                                       diagnostics::Builder report) {
  const bool counted = kind == TypeKind::kList || kind == TypeKind::kMap || kind == TypeKind::kString ||
                       kind == TypeKind::kBytes;
  const std::string base(context_.sources.Text(e.base->range));
  if (counted && (e.name.text == "length" || e.name.text == "size" || e.name.text == "count" ||
                  e.name.text == "len" || e.name.text == "Length")) {
    report.AddFix("`len` tells how long it is", {{e.range, "len(" + base + ")"}},
                  diagnostics::Applicability::kMachine);
  } else if (kind == TypeKind::kMap) {
    report.AddHelp("a key stands in brackets: `[\"" + e.name.text.str() + "\"]`");
  } else if (kind == TypeKind::kList) {
    report.AddHelp("an element is `" + base + "[0]`, and `each x in " + base + " { ... }` goes over all");
  }
}

TypeId ExpressionChecker::CheckMember(const MemberExpression& e, TypeId base) {
  const types::Type type = types()[base];
  if (type.kind == TypeKind::kInvalid || e.name.text.empty()) return Invalid(e);
  if (type.kind == TypeKind::kJson) return Set(e, base, ReferenceKind::kJsonMember);
  const bool is_record = type.kind == TypeKind::kRecord;
  if (!is_record && type.kind != TypeKind::kUnion) {
    auto report = context_.diagnostics.Report(diag::NoMembers, e.name.range, ShowType(base));
    HelpWithMember(e, type.kind, report);
    return Invalid(e);
  }
  const auto& members = is_record ? context_.declarations().records[type.record()].members
                                  : context_.declarations().unions[type.union_type()].tags;
  const NameIndex& index = is_record ? context_.record_members[type.decl] : context_.union_tags[type.decl];
  const auto found = index.find(e.name.text);
  if (found == index.end()) {
    const auto& row = is_record ? diag::UnknownMember : diag::UnknownTag;
    Suggest(context_, context_.diagnostics.Report(row, e.name.range, ShowType(base), NameOf(e.name)), e.name,
            NamesOf(members));
    context_.FollowsFrom(ShowType(base).text);
    return Invalid(e);
  }
  const types::Member& member = members[found->second];
  NoteUse(context_, member.name, member.origin, e.name.range);
  return Set(e, member.type, is_record ? ReferenceKind::kMember : ReferenceKind::kTag, found->second);
}

TypeId ExpressionChecker::CheckIndex(const IndexExpression& e, TypeId base) {
  const types::Type type = types()[base];
  if (e.index == nullptr || type.kind == TypeKind::kInvalid) {
    if (e.index != nullptr) Check(*e.index);
    return Invalid(e);
  }
  if (type.kind == TypeKind::kList) {
    CheckFits(*e.index, types().Basic(TypeKind::kInt));
    return Set(e, type.element);
  }
  if (type.kind == TypeKind::kMap) {
    CheckFits(*e.index, types().Basic(TypeKind::kString));
    return Set(e, type.element);
  }
  if (type.kind != TypeKind::kJson) {
    Check(*e.index);
    context_.diagnostics.Report(diag::NotIndexable, e.range, ShowType(base));
    return Invalid(e);
  }
  // An object by a key, an array by a number.
  const TypeId index = CheckValue(*e.index);
  const TypeKind kind = KindOf(index);
  if (kind != TypeKind::kInt && kind != TypeKind::kString && kind != TypeKind::kInvalid) {
    Mismatch(*e.index, types().Basic(TypeKind::kString), index);
  }
  return Set(e, base);
}

}  // namespace meshc::sema
