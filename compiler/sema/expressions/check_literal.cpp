#include <llvm/Support/Casting.h>

#include <algorithm>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/expressions/expression_checker.h"
#include "compiler/sema/expressions/fit.h"
#include "compiler/sema/expressions/quantity.h"
#include "compiler/sema/expressions/whole_number.h"
#include "compiler/sema/expressions/wire_text.h"
#include "compiler/sema/names/suggest.h"

namespace meshc::sema {

using syntax::Expression;
using syntax::ExpressionKind;
using syntax::LiteralExpression;
using syntax::LiteralKind;
using syntax::RecordEntry;
using syntax::RecordExpression;
using types::Constant;
using types::TypeKind;

TypeId ExpressionChecker::CheckLiteral(const LiteralExpression& e) {
  switch (e.literal) {
    case LiteralKind::kNull: return Set(e, types().null());
    case LiteralKind::kBool: return Set(e, types().Basic(TypeKind::kBool));
    case LiteralKind::kInt: return Set(e, types().Basic(TypeKind::kInt));
    case LiteralKind::kFloat: return Set(e, types().Basic(TypeKind::kFloat));
    case LiteralKind::kString: CheckBraces(e); return Set(e, types().Basic(TypeKind::kString));
    case LiteralKind::kQuantity: break;
  }
  if (Nanoseconds(e.quantity)) return Set(e, types().Basic(TypeKind::kDuration));
  context_.diagnostics.Report(diag::BadDuration, e.range, Lexeme{std::string(context_.sources.Text(e.range))})
      .AddHelp("write a number with one of the units `ms`, `s`, `m`, `h` and `d`, such as `30s`");
  return Invalid(e);
}

/// A literal that fits by kind, against the bounds of the type.
void ExpressionChecker::CheckBounds(const Expression& e, TypeId target) {
  const auto& literal = llvm::cast<LiteralExpression>(e);
  Constant value;
  if (literal.literal == LiteralKind::kInt) value = Constant::Int(literal.integer);
  if (literal.literal == LiteralKind::kFloat) value = Constant::Float(literal.number);
  if (literal.literal == LiteralKind::kString) value = Constant::String(literal.string.str());
  if (WithinBounds(types()[types().Present(target)], value)) return;
  context_.diagnostics.Report(diag::OutOfBounds, e.range, Lexeme{std::string(context_.sources.Text(e.range))},
                              ShowType(types().Present(target)));
}

/// Input of scenarios is written as JSON would be: strings stand for enum values, times and bytes, and
/// `3.0` for an int. False: not such a literal.
bool ExpressionChecker::FitInputText(const LiteralExpression& e, TypeId target) {
  if (scope_.mode != NameMode::kInput) return false;
  const TypeId present = types().Present(target);
  const types::Type& type = types()[present];
  if (e.literal == LiteralKind::kFloat && type.kind == TypeKind::kInt) {
    const auto whole = WholeNumber(context_.sources.Text(e.range));
    if (!whole) return false;
    if (!WithinBounds(type, Constant::Int(*whole))) {
      context_.diagnostics.Report(diag::OutOfBounds, e.range,
                                  Lexeme{std::string(context_.sources.Text(e.range))}, ShowType(present));
    }
    Set(e, present);
    return true;
  }
  if (e.literal != LiteralKind::kString) return false;
  const bool as_text = type.kind == TypeKind::kEnum || type.kind == TypeKind::kTimestamp ||
                       type.kind == TypeKind::kDuration || type.kind == TypeKind::kBytes;
  if (!as_text) return false;
  if (type.kind == TypeKind::kEnum) {
    const bool open = context_.declarations().enums[type.enumeration()].open;
    if (open || context_.enum_values[type.decl].count(e.string) > 0) {
      Set(e, present);
    } else {
      CheckEnumValue(e, {{e.range}, e.string}, present);
    }
    return true;
  }
  if (ReadWireText(type.kind, e.string)) {
    Set(e, present);
    return true;
  }
  context_.diagnostics
      .Report(diag::OutOfBounds, e.range, Lexeme{std::string(context_.sources.Text(e.range))},
              ShowType(present))
      .AddHelp(std::string(WireTextExample(type.kind)));
  Invalid(e);
  return true;
}

TypeId ExpressionChecker::CheckList(const syntax::ListExpression& e, TypeId hint) {
  const TypeId wanted = hint.has_value() ? types().Present(hint) : types().invalid();
  if (KindOf(wanted) == TypeKind::kList || KindOf(wanted) == TypeKind::kJson) {
    FitList(e, wanted);
    return context_.FactsOf(e).type;
  }
  if (e.elements.empty()) {
    if (!hint.has_value()) context_.diagnostics.Report(diag::UnknownLiteralType, e.range);
    return hint.has_value() && wanted != types().invalid() ? Set(e, types().List(types().invalid()))
                                                           : Invalid(e);
  }
  TypeId element = types().invalid();
  for (const Expression* value : e.elements) {
    const TypeId type = Check(*value, element == types().invalid() ? TypeId{} : element);
    const TypeId read = IsPath(*value) ? types().Present(type) : type;
    const auto joined = Unify(types(), element, read);
    if (!joined)
      Mismatch(*value, element, read);
    else
      element = *joined;
  }
  if (KindOf(types().Present(element)) == TypeKind::kFloat) {
    for (const Expression* value : e.elements)
      ToFloat(*value, types().Present(context_.FactsOf(*value).type));
  }
  return Set(e, element == types().invalid() ? element : types().List(types().Unconstrained(element)));
}

void ExpressionChecker::FitList(const syntax::ListExpression& e, TypeId target) {
  const TypeId wanted = types().Present(target);
  const types::Type type = types()[wanted];
  if (type.kind == TypeKind::kJson) {
    for (const Expression* value : e.elements) CheckFits(*value, wanted);
    Set(e, types().List(wanted));
    return;
  }
  if (type.kind == TypeKind::kInvalid) {  // Reported where the type is named.
    for (const Expression* value : e.elements) CheckFits(*value, wanted);
    Set(e, wanted);
    return;
  }
  if (type.kind != TypeKind::kList) {
    // Checks the elements; the whole fits nothing but a list.
    const TypeId found = e.elements.empty() ? types().List(types().invalid()) : CheckList(e, {});
    Set(e, types().invalid());
    if (found == types().invalid()) return;
    context_.diagnostics.Report(diag::TypeMismatch, e.range, ShowType(target),
                                e.elements.empty() ? TypeText{"[]"} : ShowType(found));
    return;
  }
  for (const Expression* value : e.elements) CheckFits(*value, type.element);
  Set(e, types().Unconstrained(wanted));
  Constant size;
  size.kind = types::ConstantKind::kList;
  size.children.resize(e.elements.size());
  if (WithinBounds(type, size)) return;
  context_.diagnostics.Report(diag::OutOfBounds, e.range,
                              Lexeme{"[" + std::to_string(e.elements.size()) + " elements]"},
                              ShowType(wanted));
}

TypeId ExpressionChecker::CheckLooseRecord(const RecordExpression& e) {
  context_.diagnostics.Report(diag::UnknownLiteralType, e.range)
      .AddHelp("a literal in braces needs a place whose type says what it is: a field, a param, a default");
  for (const RecordEntry& entry : e.entries) {
    const bool loose =
        entry.value->kind == ExpressionKind::kRecord || entry.value->kind == ExpressionKind::kList;
    if (!loose) Check(*entry.value, types().invalid());
  }
  return Invalid(e);
}

void ExpressionChecker::FitRecord(const RecordExpression& e, TypeId target) {
  const TypeId wanted = types().Present(target);
  const types::Type type = types()[wanted];
  Set(e, wanted);
  switch (type.kind) {
    case TypeKind::kRecord: return FitMembers(e, wanted);
    case TypeKind::kUnion: return FitUnion(e, wanted);
    case TypeKind::kMap: return FitMap(e, type.element);
    case TypeKind::kJson: Set(e, types().Map(wanted)); return FitMap(e, wanted);
    case TypeKind::kInvalid: break;
    case TypeKind::kNull:
    case TypeKind::kBool:
    case TypeKind::kInt:
    case TypeKind::kFloat:
    case TypeKind::kString:
    case TypeKind::kBytes:
    case TypeKind::kTimestamp:
    case TypeKind::kDuration:
    case TypeKind::kList:
    case TypeKind::kOptional:
    case TypeKind::kEnum:
      context_.diagnostics.Report(diag::TypeMismatch, e.range, ShowType(target), TypeText{"{ ... }"});
      break;
  }
  Invalid(e);
  for (const RecordEntry& entry : e.entries) CheckFits(*entry.value, types().invalid());
}

std::vector<const Expression*> ExpressionChecker::CheckMembers(const RecordExpression& e,
                                                               const std::vector<types::Member>& members,
                                                               const NameIndex& index, TypeText whole) {
  std::vector<const Expression*> values(members.size(), nullptr);
  for (const RecordEntry& entry : e.entries) {
    const auto found = index.find(entry.key.text);
    if (found == index.end()) {
      if (!entry.key.text.empty()) {
        Suggest(context_,
                context_.diagnostics.Report(diag::UnknownMember, entry.key.range, whole, NameOf(entry.key)),
                entry.key, NamesOf(members));
        context_.FollowsFrom(whole.text);
      }
      CheckFits(*entry.value, types().invalid());
      continue;
    }
    if (values[found->second] != nullptr) {
      context_.diagnostics.Report(diag::GivenTwice, entry.key.range, Lexeme{entry.key.text.str()});
    }
    context_.Mention(entry.key.range, members[found->second].origin.range);
    values[found->second] = entry.value;
    CheckFits(*entry.value, members[found->second].type);
  }
  return values;
}

/// A record literal gives every member that has neither a default nor a `?`.
void ExpressionChecker::FitMembers(const RecordExpression& e, TypeId target) {
  const types::Type type = types()[target];
  const auto& members = context_.declarations().records[type.record()].members;
  const auto values = CheckMembers(e, members, context_.record_members[type.decl], ShowType(target));
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const bool may_lack =
        members[i].name.empty() || types().IsOptional(members[i].type) || HasDefault(type.record(), i);
    if (values[i] == nullptr && !may_lack) missing.push_back(members[i].name);
  }
  const bool misspelt =
      std::count(values.begin(), values.end(), nullptr) >
      static_cast<std::ptrdiff_t>(members.size()) - static_cast<std::ptrdiff_t>(e.entries.size());
  // A misspelt member leaves one out: that is one mistake.
  if (missing.empty() || (misspelt && missing.size() == 1)) return;
  context_.diagnostics.Report(diag::MissingMember, e.range, ShowType(target), ListNames(missing));
}

/// Asked of the source: defaults may still be on their way when other defaults are checked.
bool ExpressionChecker::HasDefault(types::RecordId record, std::size_t member) const {
  const syntax::RecordDeclaration* source = context_.record_sources[record.index].declaration;
  return source != nullptr && source->members[member].default_value != nullptr;
}

void ExpressionChecker::FitUnion(const RecordExpression& e, TypeId target) {
  const types::Type type = types()[target];
  CheckMembers(e, context_.declarations().unions[type.union_type()].tags, context_.union_tags[type.decl],
               ShowType(target));
  if (e.entries.size() == 1) return;
  context_.diagnostics.Report(diag::UnionLiteral, e.range, ShowType(target),
                              Number{static_cast<std::int64_t>(e.entries.size())});
}

void ExpressionChecker::FitMap(const RecordExpression& e, TypeId element) {
  llvm::StringMap<bool> keys;
  for (const RecordEntry& entry : e.entries) {
    CheckFits(*entry.value, element);
    if (keys.try_emplace(entry.key.text, true).second) continue;
    context_.diagnostics.Report(diag::GivenTwice, entry.key.range, Lexeme{entry.key.text.str()});
  }
}

}  // namespace meshc::sema
