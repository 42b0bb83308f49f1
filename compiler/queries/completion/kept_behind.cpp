#include "compiler/queries/completion/kept_behind.h"

#include <algorithm>

#include "compiler/syntax/tokens.h"

namespace meshc::queries {
namespace {

using syntax::TextToken;
using syntax::TokenKind;

class Reader {
 public:
  Reader(std::string_view text, std::uint32_t cursor, const CursorContext& context)
      : text_(text), kept_from_(cursor), around_(context.around), level_(context.around.size() - 1) {}

  void Take(const TextToken& token) {
    const std::string_view word = token.In(text_);
    const bool closes = word == "}" || word == ")" || word == "]";
    if (closes && depth_ == 0) return Leave(token);
    if (skips_) {
      if (depth_ > 0 || !Jumps(word)) {
        depth_ += Opens(word) ? 1 : closes ? -1 : 0;
        return;
      }
      // Where the block leads to is known by it.
      kept_from_ = token.begin;
      skips_ = false;
    }
    // Behind a block a statement goes on, or another one begins.
    if (depth_ == 0 && behind_block_ && word != ";" && !GoesOn(word)) return SkipFrom(token.begin, word);
    behind_block_ = false;
    if (Opens(word)) ++depth_;
    if (closes && --depth_ == 0) behind_block_ = word == "}";
    if (depth_ == 0 && word == ";") SkipFrom(token.end, "");
  }

  std::vector<std::pair<std::uint32_t, std::uint32_t>> Result() {
    Keep(static_cast<std::uint32_t>(text_.size()));
    return std::move(kept_);
  }

 private:
  static bool Jumps(std::string_view word) {
    return word == "break" || word == "continue" || word == "return" || word == "raise";
  }
  static bool Opens(std::string_view word) { return word == "{" || word == "(" || word == "["; }

  /// The bracket that the cursor, or what was kept behind it, stands in.
  void Leave(const TextToken& token) {
    if (skips_) kept_from_ = token.begin;
    skips_ = false;
    behind_block_ = token.In(text_) == "}";
    if (level_ > 0) --level_;
  }

  /// `word`: with which what is left out begins.
  void SkipFrom(std::uint32_t offset, std::string_view word) {
    behind_block_ = false;
    if (Opens(word)) ++depth_;
    if (!HoldsStatements()) return;
    Keep(offset);
    skips_ = true;
  }

  void Keep(std::uint32_t end) {
    if (!skips_ && kept_from_ < end) kept_.emplace_back(kept_from_, end);
  }

  /// Arms and branches hang together with each other.
  bool HoldsStatements() const {
    const Enclosing& around = around_[level_];
    if (level_ == 0 || around.bracket != '{' || around.head.empty()) return false;
    const std::string& opener = around.head.front();
    const bool parts = opener == "route" || opener == "match" || opener == "parallel";
    return !parts || around.head.back() == "=>";
  }

  std::string_view text_;
  std::uint32_t kept_from_;
  const std::vector<Enclosing>& around_;
  std::size_t level_;
  int depth_ = 0;  ///< Of brackets that are open within that of `level_`.
  bool skips_ = false;
  bool behind_block_ = false;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> kept_;
};

}  // namespace

std::vector<std::pair<std::uint32_t, std::uint32_t>> KeptBehind(std::string_view text, std::uint32_t cursor,
                                                                const CursorContext& context) {
  const Words& declaration = context.declaration();
  const bool has_statements =
      !declaration.empty() && (declaration.front() == "flow" || declaration.front() == "scenario");
  if (!has_statements) return {{cursor, static_cast<std::uint32_t>(text.size())}};
  Reader reader(text, cursor, context);
  for (TextToken token : syntax::ReadTokens(text.substr(cursor))) {
    if (token.kind == TokenKind::kComment || token.kind == TokenKind::kDocComment) continue;
    token.begin += cursor;
    token.end += cursor;
    reader.Take(token);
  }
  return reader.Result();
}

}  // namespace meshc::queries
