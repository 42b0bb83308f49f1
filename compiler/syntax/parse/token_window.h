// The tokens of one declaration as a stream for ANTLR's parser.
#pragma once

#include <utility>
#include <vector>

#include "compiler/syntax/parse/declarations.h"
#include "compiler/syntax/parse/token.h"

namespace meshc::syntax {

/// Beyond its span it reads as at the end of the file. Behind the span is always one more token.
class TokenWindow final : public antlr4::TokenStream {
 public:
  explicit TokenWindow(std::vector<Token>& file)
      : file_(file), tokens_(&file), end_token_(antlr4::Token::EOF, 0, 0) {}

  TokenWindow(const TokenWindow&) = delete;
  TokenWindow& operator=(const TokenWindow&) = delete;
  ~TokenWindow() override { RestoreTypes(); }

  void Open(TokenSpan span) {
    RestoreTypes();
    tokens_ = &file_;
    span_ = span;
    Rewind();
  }
  /// Back to the begin of the span.
  void Rewind() {
    at_ = span_.begin;
    end_token_ = Token(antlr4::Token::EOF, tokens()[span_.end].begin(), tokens()[span_.end].begin());
  }
  /// What stands behind the span's part that was read becomes the span.
  void OpenRest() { span_.begin = at_; }
  /// Puts `put`, whose brackets are balanced, in the place of the tokens from `first` up to `end`, for as
  /// long as the span is open. Indices, the span's own too, change; the file's tokens do not.
  void Replace(std::uint32_t first, std::uint32_t end, const std::vector<Token>& put);

  /// A token counts as one of another type, for as long as the span is open.
  void Retype(std::uint32_t index, std::size_t type) {
    if (tokens_ == &file_) retyped_.emplace_back(index, file_[index].type());
    tokens()[index].SetType(type);
  }

  std::vector<Token>& tokens() { return *tokens_; }
  const std::vector<Token>& tokens() const { return *tokens_; }
  TokenSpan span() const { return span_; }
  std::uint32_t at() const { return at_; }
  void MoveTo(std::uint32_t index) { at_ = index; }

  std::size_t LA(ssize_t distance) override { return LT(distance)->getType(); }
  antlr4::Token* LT(ssize_t distance) override {
    const std::size_t place = at_ + static_cast<std::size_t>(distance) - (distance > 0 ? 1 : 0);
    return place < span_.end ? &tokens()[place] : &end_token_;
  }
  void consume() override {
    if (at_ < span_.end) ++at_;
  }
  std::size_t index() override { return at_; }
  void seek(std::size_t index) override { at_ = static_cast<std::uint32_t>(index); }
  std::size_t size() override { return tokens().size(); }
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  antlr4::Token* get(std::size_t index) const override { return &(*tokens_)[index]; }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  std::string getSourceName() const override { return {}; }
  std::string getText(const antlr4::misc::Interval&) override { return {}; }
  std::string getText() override { return {}; }
  std::string getText(antlr4::RuleContext*) override { return {}; }
  std::string getText(antlr4::Token*, antlr4::Token*) override { return {}; }

 private:
  void RestoreTypes() {
    for (; !retyped_.empty(); retyped_.pop_back())
      file_[retyped_.back().first].SetType(retyped_.back().second);
  }

  std::vector<Token>& file_;
  std::vector<std::pair<std::uint32_t, std::size_t>>
      retyped_;                 // Indices of the file's tokens, and types before.
  std::vector<Token> own_;      // Of a repaired declaration, with the token before it.
  std::vector<Token>* tokens_;  // One of the two.
  Token end_token_;
  TokenSpan span_;
  std::uint32_t at_ = 0;
};

}  // namespace meshc::syntax
