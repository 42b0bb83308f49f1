// The tokens of one declaration as a stream for ANTLR's parser.
#pragma once

#include <vector>

#include "compiler/syntax/parse/declarations.h"
#include "compiler/syntax/parse/token.h"

namespace meshc::syntax {

/// Beyond its span it reads as at the end of the file.
class TokenWindow final : public antlr4::TokenStream {
 public:
  explicit TokenWindow(std::vector<Token>& tokens) : tokens_(tokens), end_token_(antlr4::Token::EOF, 0, 0) {}

  void Open(TokenSpan span) {
    span_ = span;
    at_ = span.begin;
    end_token_ = Token(antlr4::Token::EOF, tokens_[span.end].begin(), tokens_[span.end].begin());
  }
  std::vector<Token>& tokens() { return tokens_; }
  const std::vector<Token>& tokens() const { return tokens_; }
  TokenSpan span() const { return span_; }
  std::uint32_t at() const { return at_; }
  void MoveTo(std::uint32_t index) { at_ = index; }

  std::size_t LA(ssize_t distance) override { return LT(distance)->getType(); }
  antlr4::Token* LT(ssize_t distance) override {
    const std::size_t place = at_ + static_cast<std::size_t>(distance) - (distance > 0 ? 1 : 0);
    return place < span_.end ? &tokens_[place] : &end_token_;
  }
  void consume() override {
    if (at_ < span_.end) ++at_;
  }
  std::size_t index() override { return at_; }
  void seek(std::size_t index) override { at_ = static_cast<std::uint32_t>(index); }
  std::size_t size() override { return tokens_.size(); }
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  antlr4::Token* get(std::size_t index) const override { return &tokens_[index]; }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  std::string getSourceName() const override { return {}; }
  std::string getText(const antlr4::misc::Interval&) override { return {}; }
  std::string getText() override { return {}; }
  std::string getText(antlr4::RuleContext*) override { return {}; }
  std::string getText(antlr4::Token*, antlr4::Token*) override { return {}; }

 private:
  std::vector<Token>& tokens_;
  Token end_token_;
  TokenSpan span_;
  std::uint32_t at_ = 0;
};

}  // namespace meshc::syntax
