#include "compiler/syntax/reparse.h"

#include <string>
#include <utility>

#include "compiler/syntax/parse/lex.h"
#include "compiler/syntax/parse/mend_tokens.h"
#include "compiler/syntax/parse/parse_tokens.h"
#include "compiler/syntax/parse/text_tokens.h"

namespace meshc::syntax {

/// Of the last text.
struct Reparser::Memory {
  std::string text;
  TokenList tokens;          ///< As they were read, before any mend.
  bool reads_clean = false;  ///< Nothing was reported when they were read,
  bool is_sound = false;     ///< nor is there anything to mend: their brackets have partners.
  KeptDeclarations declarations;
  KeptDeclarations::Arena arena;  ///< Of what is not kept.

  void Mend(TokenList& mended, Reporter& reporter) {
    MendTokens(mended, reporter);
    is_sound = reporter.Count() == 0 && !mended.cut_short;
    if (is_sound) tokens = std::move(mended);
  }
};

Reparser::Reparser() : memory_(std::make_unique<Memory>()) {}
Reparser::~Reparser() = default;

std::vector<TextToken> Reparser::Tokens(std::string_view text) const {
  if (text == memory_->text) return TextTokensOf(memory_->tokens);
  if (!memory_->reads_clean) return ReadTokens(text);
  source::SourceManager sources;
  diagnostics::Diagnostics unheard;
  Reporter reporter(sources, sources.Add("", std::string(text)), unheard);
  return TextTokensOf(LexAgain(reporter, memory_->tokens, Compare(memory_->text, reporter.text())));
}

File Reparser::Parse(const source::SourceManager& sources, source::FileId id,
                     diagnostics::Diagnostics& diagnostics) {
  Memory& memory = *memory_;
  Reporter reporter(sources, id, diagnostics);
  const TextChange change = Compare(memory.text, reporter.text());
  TokenList tokens = memory.reads_clean ? LexAgain(reporter, memory.tokens, change) : Lex(reporter);
  memory.reads_clean = reporter.Count() == 0 && !tokens.cut_short;
  memory.is_sound =
      memory.is_sound && memory.reads_clean && PairAgain(tokens, memory.tokens.tokens, change, sources, id);
  memory.tokens = std::move(tokens);
  TokenList mended;
  if (!memory.is_sound) {
    mended = memory.tokens;
    memory.Mend(mended, reporter);
  }
  memory.text = reporter.text();
  memory.arena = std::make_shared<llvm::BumpPtrAllocator>();
  memory.declarations.Begin(change, memory.arena);
  File file =
      ParseTokens(memory.is_sound ? memory.tokens : mended, reporter, *memory.arena, &memory.declarations);
  memory.declarations.End();
  return file;
}

}  // namespace meshc::syntax
