#include <utility>

#include "compiler/syntax/build.h"
#include "compiler/syntax/file.h"
#include "compiler/syntax/parse/brackets.h"
#include "compiler/syntax/parse/lex.h"
#include "compiler/syntax/parse/nesting.h"

namespace meshc::syntax {
namespace {

void ParseDeclarations(TokenList& list, Reporter& reporter, DocComments& docs, File& file) {
  MeantTexts meant;
  TokenWindow window(list.tokens);
  Build build{*file.arena, reporter, &window, docs, file.misplaced, 0, list.cut_short, &meant};
  TreeParser parser(window, reporter, meant, list.cut_short);
  for (const TokenSpan span : FindDeclarations(list.tokens)) {
    FlowParser::DeclarationContext* tree = parser.Parse(span);
    if (parser.IsTooLarge()) {
      ReportTooLarge(build, list.tokens[span.begin]);
      continue;
    }
    const Declaration* declaration = BuildDeclaration(build, tree, file);
    if (declaration != nullptr) file.declarations.push_back(declaration);
    if (reporter.Exhausted()) break;
  }
  file.id_count = build.next_id;
}

}  // namespace

File ParseFile(const source::SourceManager& sources, source::FileId id,
               diagnostics::Diagnostics& diagnostics) {
  File file;
  file.id = id;
  file.arena = std::make_unique<llvm::BumpPtrAllocator>();
  Reporter reporter(sources, id, diagnostics);
  TokenList list = Lex(reporter);
  file.comments = std::move(list.comments);
  if (!CheckNesting(list, reporter)) return file;
  MendForeignDeclarations(list.tokens, reporter);
  MendForeignLoops(list.tokens, reporter);
  MendKeywords(list.tokens, reporter);
  BalanceBrackets(list, reporter);
  DocComments docs(file.comments, reporter, *file.arena);
  ParseDeclarations(list, reporter, docs, file);
  if (!reporter.HasErrors()) docs.ReportDangling();
  reporter.ReportLimit();
  return file;
}

}  // namespace meshc::syntax
