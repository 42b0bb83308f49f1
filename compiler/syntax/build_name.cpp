#include <FlowLexer.h>

#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/build.h"

namespace meshc::syntax {

using diagnostics::Lexeme;
using diagnostics::Reason;
using diagnostics::Word;
namespace diag = diagnostics::diag;

SourceRange Build::RangeOf(const antlr4::Token* token) const { return RangeOf(token, token); }

SourceRange Build::RangeOf(const antlr4::ParserRuleContext* context) const {
  return context == nullptr ? SourceRange{} : RangeOf(context->start, context->stop);
}

// An empty rule stops before it starts.
SourceRange Build::RangeOf(const antlr4::Token* first, const antlr4::Token* last) const {
  if (first == nullptr) return {};
  const auto begin = static_cast<std::uint32_t>(first->getStartIndex());
  const auto end = last == nullptr ? begin : static_cast<std::uint32_t>(last->getStopIndex());
  return reporter.Range(begin, std::max(begin, end));
}

llvm::StringRef Build::TextOf(SourceRange range) const {
  if (const std::string* read = meant->Find(range.begin, range.end))
    return llvm::StringRef(*read).copy(arena);
  return KeepText(reporter.Text(range));
}

Identifier BuildName(const Build& build, const antlr4::ParserRuleContext* name) {
  Identifier identifier;
  if (IsBroken(name)) return identifier;
  identifier.range = build.RangeOf(name);
  identifier.text = build.TextOf(identifier.range);
  return identifier;
}

QualifiedName BuildQualifiedName(const Build& build, FlowParser::QualifiedNameContext* tree) {
  QualifiedName name;
  if (IsBroken(tree)) return name;
  name.range = build.RangeOf(tree);
  name.name = BuildName(build, tree->first);
  if (tree->second != nullptr) {
    name.qualifier = name.name;
    name.name = BuildName(build, tree->second);
  }
  return name;
}

llvm::ArrayRef<QualifiedName> BuildNames(Build& build,
                                         const std::vector<FlowParser::QualifiedNameContext*>& trees) {
  llvm::SmallVector<QualifiedName, 8> names;
  for (auto* tree : trees) {
    if (!IsBroken(tree)) names.push_back(BuildQualifiedName(build, tree));
  }
  return build.Keep(names);
}

llvm::ArrayRef<QualifiedName> BuildNames(Build& build, FlowParser::NameListContext* tree) {
  if (tree == nullptr) return {};
  return BuildNames(build, tree->items);
}

llvm::ArrayRef<Identifier> BuildPath(Build& build, const std::vector<FlowParser::AnyNameContext*>& parts) {
  llvm::SmallVector<Identifier, 4> path;
  for (auto* part : parts) path.push_back(BuildName(build, part));
  return build.Keep(path);
}

llvm::StringRef BuildDottedName(Build& build, FlowParser::DottedNameContext* tree, SourceRange& range) {
  if (IsBroken(tree)) return {};
  range = build.RangeOf(tree);
  const llvm::StringRef text = build.TextOf(range);
  if (text.find_first_of(" \t\r\n/") == llvm::StringRef::npos) return text;
  std::string joined;
  for (auto* part : tree->parts) {
    if (!joined.empty()) joined += '.';
    joined += build.TextOf(build.RangeOf(part)).str();
  }
  return llvm::StringRef(joined).copy(build.arena);
}

void ReportUnknownWord(Build& build, const Identifier& word, std::string_view expected) {
  if (word.text.empty()) return;
  build.reporter.Report(diag::UnknownWord, word.range, Reason{std::string(expected)},
                        Lexeme{word.text.str()});
}

void ReportDuplicate(Build& build, SourceRange range, std::string_view clause) {
  build.reporter.Report(diag::DuplicateClause, range, Word{std::string(clause)}).AddHelp("keep one of them");
}

void ReportTooLarge(Build& build, const Token& first) {
  build.reporter
      .Report(diag::DeclarationTooLarge, build.reporter.Range(first.begin(), first.end()),
              diagnostics::Number{TreeParser::kMaxTokens})
      .AddHelp("split it into several declarations");
}

void ReportEmpty(Build& build, SourceRange range, std::string_view what) {
  build.reporter.Report(diag::EmptyList, range, Word{std::string(what)}).AddHelp("list at least one");
}

}  // namespace meshc::syntax
