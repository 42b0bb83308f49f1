#include "compiler/sema/declarations/annotations.h"

#include <llvm/Support/Casting.h>

#include <array>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/diagnostics/diagnostics_5_lints.h"
#include "compiler/sema/names/suggest.h"
#include "compiler/support/enumerator.h"

namespace meshc::sema {
namespace {

using syntax::Annotation;
using syntax::LiteralExpression;
using syntax::LiteralKind;

enum class AnnotationKind : std::uint8_t { kDeprecated, kWas, kSensitive, kOwner, kCost, kAllow };

struct Row {
  std::string_view name;
  AnnotationKind kind;
  std::string_view arguments;
};

constexpr std::array<Row, 6> kAnnotations{{
    {"deprecated", AnnotationKind::kDeprecated, "one string, the reason"},
    {"was", AnnotationKind::kWas, "one string, the former name"},
    {"sensitive", AnnotationKind::kSensitive, "no argument"},
    {"owner", AnnotationKind::kOwner, "one string, the team"},
    {"cost", AnnotationKind::kCost, "one number that is not negative, the money per visit"},
    {"allow", AnnotationKind::kAllow, "the code of a warning and a string, the reason"},
}};

const Row* FindRow(llvm::StringRef name) {
  for (const Row& row : kAnnotations) {
    if (name == llvm::StringRef(row.name.data(), row.name.size())) return &row;
  }
  return nullptr;
}

bool IsDeclaration(AnnotationPlace place) {
  return place != AnnotationPlace::kField && place != AnnotationPlace::kTag &&
         place != AnnotationPlace::kValue;
}

/// Names of types cross no border, and the values of enums are what is written.
bool HasFormerName(AnnotationPlace place) {
  return place == AnnotationPlace::kProcessor || place == AnnotationPlace::kRouter ||
         place == AnnotationPlace::kFlow || place == AnnotationPlace::kField ||
         place == AnnotationPlace::kTag;
}

bool Fits(AnnotationKind kind, AnnotationPlace place) {
  switch (kind) {
    case AnnotationKind::kDeprecated:
      return place != AnnotationPlace::kImport && place != AnnotationPlace::kScenario;
    case AnnotationKind::kWas: return HasFormerName(place);
    case AnnotationKind::kSensitive: return place == AnnotationPlace::kField;
    case AnnotationKind::kOwner: return IsDeclaration(place) && place != AnnotationPlace::kImport;
    case AnnotationKind::kCost: return place == AnnotationPlace::kProcessor;
    case AnnotationKind::kAllow: return true;
  }
  NoSuchEnumerator();
}

std::string_view Describe(AnnotationPlace place) {
  switch (place) {
    case AnnotationPlace::kType: return "a type";
    case AnnotationPlace::kError: return "an error";
    case AnnotationPlace::kProcessor: return "a processor";
    case AnnotationPlace::kRouter: return "a router";
    case AnnotationPlace::kFlow: return "a flow";
    case AnnotationPlace::kPlatform: return "a policy, flavor or deploy";
    case AnnotationPlace::kField: return "a field, member, param or result";
    case AnnotationPlace::kTag: return "a tag";
    case AnnotationPlace::kValue: return "a value or label";
    case AnnotationPlace::kImport: return "an import";
    case AnnotationPlace::kScenario: return "a scenario";
  }
  NoSuchEnumerator();
}

const LiteralExpression* LiteralAt(const Annotation& annotation, std::size_t i, LiteralKind kind) {
  if (i >= annotation.arguments.size()) return nullptr;
  const auto* literal = llvm::dyn_cast<LiteralExpression>(annotation.arguments[i]);
  return literal != nullptr && literal->literal == kind ? literal : nullptr;
}

/// The only argument, if it is a string that is not empty.
const LiteralExpression* OnlyString(const Annotation& annotation) {
  const auto* literal =
      annotation.arguments.size() == 1 ? LiteralAt(annotation, 0, LiteralKind::kString) : nullptr;
  return literal != nullptr && !literal->string.empty() ? literal : nullptr;
}

std::optional<double> OnlyNumber(const Annotation& annotation) {
  if (annotation.arguments.size() != 1) return std::nullopt;
  if (const auto* literal = LiteralAt(annotation, 0, LiteralKind::kInt))
    return static_cast<double>(literal->integer);
  if (const auto* literal = LiteralAt(annotation, 0, LiteralKind::kFloat)) return literal->number;
  return std::nullopt;
}

bool IsAllow(const Annotation& annotation) {
  return annotation.arguments.size() == 2 && llvm::isa<syntax::NameExpression>(annotation.arguments[0]) &&
         LiteralAt(annotation, 1, LiteralKind::kString) != nullptr;
}

/// Reads one annotation into `into`; false if its arguments are not what it takes.
bool Read(const Annotation& annotation, AnnotationKind kind, Annotated& into) {
  const LiteralExpression* text = OnlyString(annotation);
  switch (kind) {
    case AnnotationKind::kSensitive: into.sensitive = true; return annotation.arguments.empty();
    case AnnotationKind::kAllow: return IsAllow(annotation);
    case AnnotationKind::kCost: into.cost = OnlyNumber(annotation).value_or(-1); return into.cost >= 0;
    case AnnotationKind::kDeprecated:
    case AnnotationKind::kWas:
    case AnnotationKind::kOwner: break;
  }
  if (text == nullptr) return false;
  if (kind == AnnotationKind::kDeprecated) into.origin.deprecated = text->string.str();
  if (kind == AnnotationKind::kOwner) into.origin.owner = text->string.str();
  if (kind == AnnotationKind::kWas) {
    into.origin.was = text->string.str();
    into.was_range = text->range;
  }
  return true;
}

void ReadOne(Context& context, const Annotation& annotation, AnnotationPlace place, Annotated& into) {
  if (annotation.name.text.empty()) return;
  const Row* row = FindRow(annotation.name.text);
  if (row == nullptr) {
    Suggest(
        context,
        context.diagnostics.Report(diag::UnknownAnnotation, annotation.name.range, NameOf(annotation.name)),
        annotation.name, NamesOf(kAnnotations));
    return;
  }
  const bool again = row->kind == AnnotationKind::kWas && into.was_range.has_value();
  if (again || !Fits(row->kind, place)) {
    context.diagnostics
        .Report(diag::MisplacedAnnotation, annotation.range, NameOf(annotation.name),
                Word{again ? "what has a former name already" : std::string(Describe(place))})
        .AddFix("remove it", {{annotation.range, ""}}, diagnostics::Applicability::kMachine);
    return;
  }
  if (!Read(annotation, row->kind, into)) {
    context.diagnostics.Report(diag::AnnotationArguments, annotation.range, NameOf(annotation.name),
                               Word{std::string(row->arguments)});
  }
}

void ReportFormerName(Context& context, const Annotated& annotated) {
  context.diagnostics.Report(diag::FormerNameInUse, annotated.was_range, Name{annotated.origin.was})
      .AddHelp("`@was` holds the name that this one replaces");
}

}  // namespace

Annotated ReadLeading(Context& context, const syntax::Leading& leading, const syntax::Identifier& name,
                      AnnotationPlace place) {
  Annotated result;
  result.origin.range = name.range;
  result.origin.doc = leading.doc.str();
  result.origin.imported = name.range.file != context.program.files.front().id;
  for (const Annotation& annotation : leading.annotations) ReadOne(context, annotation, place, result);
  return result;
}

Annotated ReadDeclaration(Context& context, const Symbol& symbol, AnnotationPlace place) {
  const syntax::Declaration& source = *symbol.declaration;
  Annotated result = ReadLeading(context, source.leading, source.name, place);
  if (!result.was_range.has_value()) return result;
  const auto& names =
      context.table.ScopeOf(symbol.file).names[static_cast<std::size_t>(SpaceOf(symbol.kind))];
  if (names.count(result.origin.was) > 0) ReportFormerName(context, result);
  return result;
}

void CheckFormerName(Context& context, const Annotated& annotated, const NameIndex& index) {
  if (annotated.was_range.has_value() && index.count(annotated.origin.was) > 0)
    ReportFormerName(context, annotated);
}

const LiteralExpression* FormerNameOf(const syntax::Leading& leading) {
  for (const Annotation& annotation : leading.annotations) {
    if (annotation.name.text != "was") continue;
    if (const auto* name = OnlyString(annotation)) return name;
  }
  return nullptr;
}

std::string DeprecationOf(const syntax::Leading& leading) {
  for (const Annotation& annotation : leading.annotations) {
    if (annotation.name.text != "deprecated") continue;
    if (const auto* reason = OnlyString(annotation)) return reason->string.str();
  }
  return "";
}

}  // namespace meshc::sema
