#include <llvm/Support/Casting.h>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/diagnostics/diagnostics_5_lints.h"
#include "compiler/sema/expressions/fit.h"
#include "compiler/sema/names/lookup.h"
#include "compiler/sema/names/suggest.h"
#include "compiler/sema/statements/flow_checker.h"
#include "compiler/source/first_word.h"
#include "compiler/syntax/foreign_words.h"

namespace meshc::sema {
namespace {

using llvm::dyn_cast;
using syntax::Expression;
using syntax::LiteralExpression;
using syntax::LiteralKind;
using syntax::Pattern;
using types::Constant;
using types::TypeKind;

void AddRest(diagnostics::Builder report, SourceRange range) {
  report.AddFix("all that is left is `_`", {{range, "_"}}, diagnostics::Applicability::kMachine);
}

/// The arms of one `match`: what each pattern stands for, and whether all values are covered.
class ArmChecker {
 public:
  ArmChecker(Context& context, FileId file, TypeId subject)
      : context_(context), file_(file), subject_(subject), type_(context.types()[subject]) {}

  std::optional<Constant> CheckPattern(const Pattern& pattern) {
    if (pattern.value == nullptr) return std::nullopt;
    if (rest_.has_value()) ReportAfterRest(pattern);
    auto constant = ReadPattern(*pattern.value);
    if (constant && !rest_.has_value()) Cover(*constant, pattern);
    return constant;
  }

  void CheckRest(const Pattern& pattern) {
    if (rest_.has_value())
      ReportAfterRest(pattern);
    else
      rest_ = pattern.range;
  }

  /// Values without an arm are reported at the word `match`.
  void Finish(const syntax::MatchStatement& match) {
    if (type_.kind == TypeKind::kInvalid || failed_) return;
    const std::vector<std::string> missing = Missing();
    if (!rest_.has_value() && !missing.empty()) {
      const SourceRange word = source::FirstWord(match.range, "match");
      context_.diagnostics.Report(diag::MissingArms, word, ListNames(missing))
          .AddHelp("add an arm for each, or `_ => ...` for the rest");
    }
    if (rest_.has_value() && missing.empty()) {
      context_.diagnostics.Report(diag::RedundantRest, rest_)
          .AddFix("remove the arm: a value added later is found then", {{RestArm(match), ""}},
                  diagnostics::Applicability::kMachine);
    }
  }

 private:
  /// What to remove with `_`: the whole arm if it has no other pattern, else the pattern and its comma.
  SourceRange RestArm(const syntax::MatchStatement& match) const {
    for (const syntax::MatchArm& arm : match.arms) {
      if (arm.patterns.empty() || arm.patterns.back().range != rest_) continue;
      if (arm.patterns.size() == 1) return arm.range;
      return {rest_.file, arm.patterns[arm.patterns.size() - 2].range.end, rest_.end};
    }
    return rest_;
  }

  void ReportAfterRest(const Pattern& pattern) {
    context_.diagnostics.Report(diag::ArmAfterRest, pattern.range)
        .AddLabel(rest_, "all that is left ends here");
  }

  static std::string KeyOf(const Constant& constant) {
    if (constant.kind == types::ConstantKind::kString) return constant.text;
    if (constant.kind == types::ConstantKind::kBool) return constant.boolean ? "true" : "false";
    return std::to_string(constant.integer);
  }

  void Cover(const Constant& constant, const Pattern& pattern) {
    const auto [first, fresh] = covered_.try_emplace(KeyOf(constant), pattern.range);
    if (fresh) return;
    context_.diagnostics
        .Report(diag::DuplicateArm, pattern.range, Lexeme{std::string(context_.sources.Text(pattern.range))})
        .AddLabel(first->second, "the first one");
  }

  std::optional<Constant> ReadPattern(const Expression& e) {
    if (type_.kind == TypeKind::kEnum || type_.kind == TypeKind::kUnion) return ReadName(e);
    const auto* literal = dyn_cast<LiteralExpression>(&e);
    const bool fits =
        literal != nullptr && ((type_.kind == TypeKind::kBool && literal->literal == LiteralKind::kBool) ||
                               (type_.kind == TypeKind::kInt && literal->literal == LiteralKind::kInt) ||
                               (type_.kind == TypeKind::kString && literal->literal == LiteralKind::kString));
    if (!fits) return Misfit(e);
    Constant constant = Constant::Bool(literal->boolean);
    if (type_.kind == TypeKind::kInt) constant = Constant::Int(literal->integer);
    if (type_.kind == TypeKind::kString) constant = Constant::String(literal->string.str());
    if (!WithinBounds(type_, constant)) {
      failed_ = true;
      context_.diagnostics.Report(diag::OutOfBounds, e.range,
                                  Lexeme{std::string(context_.sources.Text(e.range))},
                                  Show(context_, subject_));
    }
    return constant;
  }

  std::optional<Constant> Misfit(const Expression& e) {
    failed_ = true;
    if (type_.kind == TypeKind::kInvalid || e.kind == syntax::ExpressionKind::kInvalid) return std::nullopt;
    auto report = context_.diagnostics.Report(diag::TypeMismatch, e.range, Show(context_, subject_),
                                              TypeText{std::string(context_.sources.Text(e.range))});
    const auto* name = dyn_cast<syntax::NameExpression>(&e);
    if (name != nullptr && syntax::MeansRest(name->name.text)) AddRest(report, e.range);
    const auto* literal = dyn_cast<LiteralExpression>(&e);
    const bool value = literal != nullptr && literal->literal == LiteralKind::kString &&
                       type_.kind == TypeKind::kEnum &&
                       context_.enum_values[type_.decl].count(literal->string) > 0;
    if (value) {
      report.AddFix("a value of an enum is written by its name", {{e.range, literal->string.str()}},
                    diagnostics::Applicability::kMachine);
    }
    return std::nullopt;
  }

  /// `calm`, `Tone.calm`, `alias.Tone.calm`, or a tag.
  std::optional<Constant> ReadName(const Expression& e) {
    const syntax::Identifier* name = nullptr;
    if (const auto* bare = dyn_cast<syntax::NameExpression>(&e)) name = &bare->name;
    const auto* member = dyn_cast<syntax::MemberExpression>(&e);
    if (member != nullptr && type_.kind == TypeKind::kEnum && NamesSubject(*member->base))
      name = &member->name;
    if (name == nullptr) return Misfit(e);
    if (name->text.empty()) return Misfit(e);
    const bool is_enum = type_.kind == TypeKind::kEnum;
    const NameIndex& index = is_enum ? context_.enum_values[type_.decl] : context_.union_tags[type_.decl];
    const auto found = index.find(name->text);
    if (found == index.end()) return ReportUnknown(*name);
    const auto& origin = is_enum
                             ? context_.declarations().enums[type_.enumeration()].values[found->second].origin
                             : context_.declarations().unions[type_.union_type()].tags[found->second].origin;
    NoteUse(context_, {name->text.data(), name->text.size()}, origin, name->range);
    return Constant::String(name->text.str());
  }

  bool NamesSubject(const Expression& e) {
    syntax::QualifiedName type_name;
    if (const auto* bare = dyn_cast<syntax::NameExpression>(&e)) type_name.name = bare->name;
    const auto* member = dyn_cast<syntax::MemberExpression>(&e);
    const auto* alias = member == nullptr ? nullptr : dyn_cast<syntax::NameExpression>(member->base);
    if (alias != nullptr) {
      type_name.qualifier = alias->name;
      type_name.name = member->name;
    }
    const SymbolId id = PeekSymbol(context_, file_, Space::kTypes, type_name);
    if (!id.has_value()) return false;
    const Symbol& symbol = context_.symbol(id);
    if (symbol.kind == SymbolKind::kTypeAlias) return context_.aliases[symbol.index].type == subject_;
    return symbol.kind == SymbolKind::kEnum && symbol.index == type_.decl;
  }

  std::optional<Constant> ReportUnknown(const syntax::Identifier& name) {
    failed_ = true;
    if (syntax::MeansRest(name.text)) {
      AddRest(context_.diagnostics.Report(diag::UnknownEnumValue, name.range, Show(context_, subject_),
                                          NameOf(name)),
              name.range);
      return std::nullopt;
    }
    const auto& declarations = context_.declarations();
    if (type_.kind == TypeKind::kEnum) {
      Suggest(context_,
              context_.diagnostics.Report(diag::UnknownEnumValue, name.range, Show(context_, subject_),
                                          NameOf(name)),
              name, NamesOf(declarations.enums[type_.enumeration()].values));
    } else {
      Suggest(
          context_,
          context_.diagnostics.Report(diag::UnknownTag, name.range, Show(context_, subject_), NameOf(name)),
          name, NamesOf(declarations.unions[type_.union_type()].tags));
    }
    context_.FollowsFrom(Show(context_, subject_).text);
    return std::nullopt;
  }

  template <typename Items>
  std::vector<std::string> Uncovered(const Items& items) const {
    std::vector<std::string> missing;
    for (const auto& item : items) {
      if (!item.name.empty() && covered_.count(item.name) == 0) missing.push_back(item.name);
    }
    return missing;
  }

  std::vector<std::string> Missing() const {
    const auto& declarations = context_.declarations();
    if (type_.kind == TypeKind::kUnion) return Uncovered(declarations.unions[type_.union_type()].tags);
    if (type_.kind == TypeKind::kBool) {
      struct Value {
        std::string name;
      };
      return Uncovered(std::vector<Value>{{"true"}, {"false"}});
    }
    if (type_.kind != TypeKind::kEnum) return {"_"};
    const types::Enum& type = declarations.enums[type_.enumeration()];
    std::vector<std::string> missing = Uncovered(type.values);
    // Values that no list has may come in.
    if (type.open && missing.empty()) missing.emplace_back("_");
    return missing;
  }

  Context& context_;
  FileId file_;
  TypeId subject_;
  types::Type type_;
  llvm::StringMap<SourceRange> covered_;
  SourceRange rest_;
  bool failed_ = false;  ///< A pattern was reported: it may have been meant for any value.
};

bool CanMatch(TypeKind kind) {
  return kind == TypeKind::kEnum || kind == TypeKind::kUnion || kind == TypeKind::kBool ||
         kind == TypeKind::kInt || kind == TypeKind::kString || kind == TypeKind::kInvalid;
}

}  // namespace

void FlowChecker::CheckMatch(const syntax::MatchStatement& match) {
  TypeId subject = match.subject == nullptr ? types().invalid() : Expressions().CheckValue(*match.subject);
  if (!CanMatch(types()[subject].kind)) {
    context_.diagnostics.Report(diag::MatchSubject, match.subject->range, Show(context_, subject))
        .AddHelp("it works on enums, unions, `bool`, `int` and `string`");
    subject = types().invalid();
  }
  MatchFacts facts;
  facts.on_union = types()[subject].kind == TypeKind::kUnion;
  ArmChecker arms(context_, scope_.file, subject);
  for (const syntax::MatchArm& arm : match.arms) {
    auto& patterns = facts.patterns.emplace_back();
    for (const Pattern& pattern : arm.patterns) {
      patterns.push_back(pattern.rest ? std::nullopt : arms.CheckPattern(pattern));
      if (pattern.rest) arms.CheckRest(pattern);
    }
    if (arm.body != nullptr) CheckStatement(*arm.body);
  }
  arms.Finish(match);
  context_.SetIndex(match.range, match.id, context_.program.matches.size());
  context_.program.matches.push_back(std::move(facts));
}

}  // namespace meshc::sema
