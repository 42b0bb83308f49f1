#include <llvm/Support/Casting.h>

#include <array>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/expressions/expression_checker.h"
#include "compiler/sema/expressions/fit.h"
#include "compiler/sema/expressions/pattern.h"
#include "compiler/sema/names/suggest.h"
#include "compiler/syntax/foreign_words.h"

namespace meshc::sema {
namespace {

using types::TypeKind;

struct FunctionRow {
  std::string_view name;
  std::size_t min_arguments;
  std::size_t max_arguments;
  std::string_view takes;
};

constexpr std::size_t kMany = 1000;

/// In the order of Function.
constexpr std::array<FunctionRow, 15> kFunctions{{
    {"len", 1, 1, "1 argument"},
    {"has", 1, 1, "1 argument"},
    {"lower", 1, 1, "1 argument"},
    {"upper", 1, 1, "1 argument"},
    {"trim", 1, 1, "1 argument"},
    {"contains", 2, 2, "2 arguments"},
    {"starts_with", 2, 2, "2 arguments"},
    {"ends_with", 2, 2, "2 arguments"},
    {"matches", 2, 2, "2 arguments"},
    {"min", 2, kMany, "2 or more arguments"},
    {"max", 2, kMany, "2 or more arguments"},
    {"abs", 1, 1, "1 argument"},
    {"int", 1, 1, "1 argument"},
    {"float", 1, 1, "1 argument"},
    {"string", 1, 1, "1 argument"},
}};

std::optional<std::size_t> FindFunction(llvm::StringRef name) {
  for (std::size_t i = 0; i < kFunctions.size(); ++i) {
    if (name == llvm::StringRef(kFunctions[i].name.data(), kFunctions[i].name.size())) return i;
  }
  return std::nullopt;
}

/// What to write in place of a function that there is not.
void SuggestFunction(Context& context, diagnostics::Builder report, const syntax::Identifier& name) {
  const std::string_view written(name.text.data(), name.text.size());
  if (written == "not") {
    report.AddFix("`!` turns a condition round", {{name.range, "!"}}, diagnostics::Applicability::kMachine);
    return;
  }
  const std::string meant(syntax::FunctionMeantBy(written));
  if (!meant.empty()) {
    report.AddFix("it is called `" + meant + "`", {{name.range, meant}},
                  diagnostics::Applicability::kMachine);
    return;
  }
  Suggest(context, report, name, NamesOf(kFunctions));
}

}  // namespace

TypeId ExpressionChecker::CheckCall(const syntax::CallExpression& e) {
  const auto index = FindFunction(e.function.text);
  const bool counted = index && e.arguments.size() >= kFunctions[*index].min_arguments &&
                       e.arguments.size() <= kFunctions[*index].max_arguments;
  if (counted) {
    const TypeId type = CheckFunction(e, static_cast<Function>(*index));
    return Set(e, type, ReferenceKind::kFunction, static_cast<std::uint32_t>(*index));
  }
  if (index) {
    context_.diagnostics.Report(diag::ArgumentCount, e.range, NameOf(e.function),
                                Word{std::string(kFunctions[*index].takes)},
                                Number{static_cast<std::int64_t>(e.arguments.size())});
  } else if (!e.function.text.empty()) {
    SuggestFunction(context_,
                    context_.diagnostics.Report(diag::UnknownFunction, e.function.range, NameOf(e.function)),
                    e.function);
  }
  for (const syntax::Expression* argument : e.arguments) CheckFits(*argument, types().invalid());
  return Invalid(e);
}

TypeId ExpressionChecker::CheckFunction(const syntax::CallExpression& e, Function function) {
  const TypeId string = types().Basic(TypeKind::kString);
  const TypeId boolean = types().Basic(TypeKind::kBool);
  switch (function) {
    case Function::kLen:
      CheckArgument(e, {TypeKind::kList, TypeKind::kMap, TypeKind::kString, TypeKind::kBytes});
      return types().Basic(TypeKind::kInt);
    case Function::kHas: return CheckHas(e);
    case Function::kLower:
    case Function::kUpper:
    case Function::kTrim: CheckFits(*e.arguments[0], string); return string;
    case Function::kContains:
    case Function::kStartsWith:
    case Function::kEndsWith:
    case Function::kMatches: break;
    case Function::kMin:
    case Function::kMax: return CheckExtreme(e);
    case Function::kAbs:
      return types().Unconstrained(CheckArgument(e, {TypeKind::kInt, TypeKind::kFloat, TypeKind::kDuration}));
    case Function::kToInt:
      CheckArgument(e, {TypeKind::kInt, TypeKind::kFloat, TypeKind::kString, TypeKind::kJson});
      return types().Basic(TypeKind::kInt);
    case Function::kToFloat:
      CheckArgument(e, {TypeKind::kInt, TypeKind::kFloat, TypeKind::kString, TypeKind::kJson});
      return types().Basic(TypeKind::kFloat);
    case Function::kToString:
      CheckArgument(e, {TypeKind::kString, TypeKind::kBool, TypeKind::kInt, TypeKind::kFloat,
                        TypeKind::kTimestamp, TypeKind::kDuration, TypeKind::kEnum, TypeKind::kJson});
      return string;
  }
  CheckFits(*e.arguments[0], string);
  CheckFits(*e.arguments[1], string);
  const auto* pattern = llvm::dyn_cast<syntax::LiteralExpression>(e.arguments[1]);
  const bool known = pattern != nullptr && pattern->literal == syntax::LiteralKind::kString;
  if (function == Function::kMatches && known) CheckPattern(context_, pattern->string, pattern->range);
  return boolean;
}

TypeId ExpressionChecker::CheckArgument(const syntax::CallExpression& e, llvm::ArrayRef<TypeKind> kinds) {
  const TypeId type = CheckValue(*e.arguments[0]);
  for (const TypeKind kind : kinds) {
    if (KindOf(type) == kind || KindOf(type) == TypeKind::kInvalid) return type;
  }
  context_.diagnostics.Report(diag::ArgumentType, e.arguments[0]->range, NameOf(e.function), ShowType(type));
  return types().invalid();
}

TypeId ExpressionChecker::CheckHas(const syntax::CallExpression& e) {
  const syntax::Expression& path = *e.arguments[0];
  const TypeId type = Check(path);
  const bool is_value = context_.FactsOf(path).reference == ReferenceKind::kEnumValue;
  if (type != types().invalid() && (!IsPath(path) || is_value)) {
    context_.diagnostics.Report(diag::NotAPath, path.range, Lexeme{"has"})
        .AddHelp("only a field, a member or an element can be absent");
  }
  return types().Basic(TypeKind::kBool);
}

TypeId ExpressionChecker::CheckExtreme(const syntax::CallExpression& e) {
  TypeId joined = types().invalid();
  bool reported = false;
  for (const syntax::Expression* argument : e.arguments) {
    const TypeId type = CheckValue(*argument);
    const TypeKind kind = KindOf(type);
    const bool ordered = kind == TypeKind::kInt || kind == TypeKind::kFloat || kind == TypeKind::kString ||
                         kind == TypeKind::kTimestamp || kind == TypeKind::kDuration;
    const auto next = Unify(types(), joined, types().Unconstrained(type));
    reported |= kind == TypeKind::kInvalid;
    if (!reported && (!ordered || !next)) {
      context_.diagnostics.Report(diag::ArgumentType, argument->range, NameOf(e.function), ShowType(type));
      reported = true;
    }
    if (next) joined = *next;
  }
  if (reported) return types().invalid();
  if (KindOf(joined) == TypeKind::kFloat) {
    for (const syntax::Expression* argument : e.arguments) {
      ToFloat(*argument, types().Present(context_.FactsOf(*argument).type));
    }
  }
  return joined;
}

}  // namespace meshc::sema
