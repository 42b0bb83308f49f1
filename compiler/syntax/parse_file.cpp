#include "compiler/syntax/build.h"
#include "compiler/syntax/file.h"
#include "compiler/syntax/parse/declarations.h"
#include "compiler/syntax/parse/lex.h"
#include "compiler/syntax/parse/mend_tokens.h"
#include "compiler/syntax/parse/parse_tokens.h"

namespace meshc::syntax {
namespace {

DeclarationText TextOf(const std::vector<Token>& tokens, TokenSpan span) {
  return {span.begin == 0 ? 0 : tokens[span.begin - 1].end(), tokens[span.end - 1].end(),
          span.end - span.begin};
}

/// One after the other; its tree is freed before the next is parsed.
class DeclarationLoop {
 public:
  DeclarationLoop(TokenList& list, Build& build, MeantTexts& meant, KeptDeclarations* kept)
      : tokens_(list.tokens),
        build_(build),
        parser_(*build.window, build.reporter, meant, list.cut_short),
        kept_(list.cut_short ? nullptr : kept) {}

  void Run(File& file) {
    for (const TokenSpan span : FindDeclarations(tokens_)) {
      const Declaration* declaration =
          kept_ == nullptr ? nullptr : kept_->Take(TextOf(tokens_, span), build_);
      if (declaration == nullptr) declaration = Parse(span, file);
      if (declaration != nullptr) file.declarations.push_back(declaration);
      if (build_.reporter.Exhausted()) break;
    }
  }

 private:
  const Declaration* Parse(TokenSpan span, File& file) {
    const int found = build_.reporter.Count();
    const SyntaxId first_id = build_.next_id;
    FlowParser::DeclarationContext* tree = parser_.Parse(span);
    if (parser_.IsTooLarge()) {
      ReportTooLarge(build_, tokens_[span.begin]);
      return nullptr;
    }
    const Declaration* declaration = BuildDeclaration(build_, tree, file);
    const bool sound = declaration != nullptr && build_.reporter.Count() == found;
    if (sound && kept_ != nullptr) kept_->Keep(TextOf(tokens_, span), *declaration, first_id, build_);
    return declaration;
  }

  const std::vector<Token>& tokens_;
  Build& build_;
  TreeParser parser_;
  KeptDeclarations* kept_;
};

}  // namespace

File ParseTokens(TokenList& list, Reporter& reporter, llvm::BumpPtrAllocator& arena, KeptDeclarations* kept) {
  File file;
  file.id = reporter.file();
  file.comments = list.comments;
  DocComments docs(file.comments, reporter, arena);
  MeantTexts meant;
  TokenWindow window(list.tokens);
  Build build{arena, reporter, &window, docs, file.misplaced, 0, list.cut_short, &meant, kept != nullptr};
  DeclarationLoop(list, build, meant, kept).Run(file);
  file.id_count = build.next_id;
  if (!reporter.HasErrors()) docs.ReportDangling();
  reporter.ReportLimit();
  return file;
}

File ParseFile(const source::SourceManager& sources, source::FileId id,
               diagnostics::Diagnostics& diagnostics) {
  auto arena = std::make_unique<llvm::BumpPtrAllocator>();
  Reporter reporter(sources, id, diagnostics);
  TokenList list = Lex(reporter);
  MendTokens(list, reporter);
  File file = ParseTokens(list, reporter, *arena, nullptr);
  file.arena = std::move(arena);
  return file;
}

}  // namespace meshc::syntax
