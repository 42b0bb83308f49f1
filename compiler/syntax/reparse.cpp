#include "compiler/syntax/reparse.h"

#include <string>
#include <utility>

#include "compiler/syntax/parse/lex.h"
#include "compiler/syntax/parse/parse_tokens.h"
#include "compiler/syntax/parse/text_tokens.h"

namespace meshc::syntax {

/// Of the last text.
struct Reparser::Memory {
  std::string text;
  TokenList tokens;          ///< As they were read, before any mend.
  bool reads_clean = false;  ///< Nothing was reported of the tokens.
  KeptDeclarations declarations;
  KeptDeclarations::Arena arena;  ///< Of what is not kept.
};

Reparser::Reparser() : memory_(std::make_unique<Memory>()) {}
Reparser::~Reparser() = default;

std::vector<TextToken> Reparser::Tokens() const { return TextTokensOf(memory_->tokens); }

File Reparser::Parse(const source::SourceManager& sources, source::FileId id,
                     diagnostics::Diagnostics& diagnostics) {
  Memory& memory = *memory_;
  Reporter reporter(sources, id, diagnostics);
  const TextChange change = Compare(memory.text, reporter.text());
  memory.tokens = memory.reads_clean ? LexAgain(reporter, memory.tokens, change) : Lex(reporter);
  memory.reads_clean = reporter.Count() == 0 && !memory.tokens.cut_short;
  memory.text = reporter.text();
  memory.arena = std::make_shared<llvm::BumpPtrAllocator>();
  memory.declarations.Begin(change, memory.arena);
  File file = ParseTokens(memory.tokens, reporter, *memory.arena, &memory.declarations);
  memory.declarations.End();
  return file;
}

}  // namespace meshc::syntax
