#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/build_member.h"

namespace meshc::syntax {
namespace {

void ReportIfEmpty(Build& build, bool empty, const antlr4::ParserRuleContext* body, std::string_view what) {
  // Where something was left out by recovery, more may have been meant.
  if (empty && !IsBroken(body) && !build.reporter.HasErrorIn(build.RangeOf(body))) {
    ReportEmpty(build, build.RangeOf(body), what);
  }
}

ClassWord BuildClass(Build& build, const Identifier& word) {
  if (word.text == "retriable") return ClassWord::kRetriable;
  if (word.text == "recoverable") return ClassWord::kRecoverable;
  if (word.text == "fatal") return ClassWord::kFatal;
  ReportUnknownWord(build, word, "`retriable`, `recoverable` or `fatal`");
  return ClassWord::kRecoverable;
}

/// `error e { recoverable; }`. True: it was that, and is told.
bool TakeClassInBraces(Build& build, FlowParser::ErrorDeclarationContext* tree, ErrorDeclaration& error) {
  if (tree->errorClass != nullptr || tree->body == nullptr || tree->body->items.size() != 1) return false;
  const FlowParser::MemberContext* line = tree->body->items.front();
  if (IsBroken(tree->body->items.front()) || line->words.size() != 1 || line->written != nullptr ||
      !line->others.empty() || !line->annotations.empty())
    return false;
  const Identifier word = BuildName(build, line->words.front());
  if (word.text != "retriable" && word.text != "recoverable" && word.text != "fatal") return false;
  error.error_class = BuildClass(build, word);
  error.class_range = word.range;
  const SourceRange body = build.RangeOf(tree->body);
  const std::string meant = word.text.str() + ";";
  build.reporter
      .Report(diagnostics::diag::ForeignSpelling, body, diagnostics::Lexeme{build.TextOf(body).str()},
              diagnostics::Lexeme{meant})
      .AddFix("write `" + meant + "`", {{body, meant}}, diagnostics::Applicability::kMachine);
  return true;
}

}  // namespace

Declaration* BuildRecord(Build& build, FlowParser::RecordDeclarationContext* tree) {
  auto* record = build.New<RecordDeclaration>();
  record->name = BuildName(build, tree->id);
  const MemberLines lines = BuildMemberLines(build, tree->body, {.modes = false, .reserved = true});
  record->members = KeepMembers(build, lines);
  record->reserved = build.Keep(lines.reserved);
  return record;
}

Declaration* BuildUnion(Build& build, FlowParser::UnionDeclarationContext* tree) {
  auto* declaration = build.New<UnionDeclaration>();
  declaration->name = BuildName(build, tree->id);
  declaration->tags = KeepMembers(build, BuildMemberLines(build, tree->body, {}));
  ReportIfEmpty(build, declaration->tags.empty(), tree->body, "a union has at least one tag");
  return declaration;
}

Declaration* BuildEnvelope(Build& build, FlowParser::EnvelopeDeclarationContext* tree) {
  auto* envelope = build.New<EnvelopeDeclaration>();
  envelope->name = BuildName(build, tree->id);
  const MemberLines lines = BuildMemberLines(build, tree->body, {.modes = true, .reserved = true});
  envelope->fields = build.Keep(lines.fields);
  envelope->reserved = build.Keep(lines.reserved);
  return envelope;
}

Declaration* BuildError(Build& build, FlowParser::ErrorDeclarationContext* tree) {
  auto* error = build.New<ErrorDeclaration>();
  error->name = BuildName(build, tree->id);
  error->parent = BuildQualifiedName(build, tree->parent);
  if (tree->errorClass != nullptr) {
    const Identifier word = BuildName(build, tree->errorClass);
    error->error_class = BuildClass(build, word);
    error->class_range = word.range;
  }
  if (!TakeClassInBraces(build, tree, *error))
    error->fields = KeepMembers(build, BuildMemberLines(build, tree->body, {}));
  return error;
}

llvm::ArrayRef<ValueDeclaration> BuildValues(Build& build, FlowParser::ValueListContext* tree) {
  llvm::SmallVector<ValueDeclaration, 16> values;
  if (tree == nullptr) return {};
  for (auto* item : tree->items) {
    if (IsBroken(item)) continue;
    ValueDeclaration& value = values.emplace_back();
    value.range = build.RangeOf(item);
    value.leading = BuildLeading(build, item->annotations, item);
    value.name = BuildName(build, item->id);
  }
  return build.Keep(values);
}

Declaration* BuildEnum(Build& build, FlowParser::EnumDeclarationContext* tree) {
  auto* declaration = build.New<EnumDeclaration>();
  declaration->name = BuildName(build, tree->id);
  declaration->open = tree->start->getType() == FlowParser::OPEN;
  declaration->values = BuildValues(build, tree->values);
  ReportIfEmpty(build, declaration->values.empty(), tree->values, "an enum has at least one value");
  return declaration;
}

}  // namespace meshc::syntax
