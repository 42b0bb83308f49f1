// Tokens as ANTLR's parser reads them: places in the source, no text of their own.
#pragma once

#include <antlr4-runtime.h>

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/syntax/file.h"

namespace meshc::syntax {

/// The type is one of FlowLexer's. An empty range marks a token that repair has put in.
class Token final : public antlr4::Token {
 public:
  Token(std::size_t type, std::uint32_t begin, std::uint32_t end)
      : begin_(begin), end_(end), type_(static_cast<std::uint16_t>(type)) {}

  std::uint32_t begin() const { return begin_; }
  std::uint32_t end() const { return end_; }
  std::size_t type() const { return type_ == kEndOfFile ? antlr4::Token::EOF : type_; }
  bool inserted() const { return begin_ == end_; }
  /// Of a bracket: the index of the other one of its pair.
  std::uint32_t partner() const { return partner_; }

  void SetType(std::size_t type) { type_ = static_cast<std::uint16_t>(type); }
  void SetPartner(std::uint32_t index) { partner_ = index; }
  /// By bytes, modulo 2^32.
  void Move(std::uint32_t bytes) {
    begin_ += bytes;
    end_ += bytes;
  }

  std::size_t getType() const override { return type(); }
  std::size_t getStartIndex() const override { return begin_; }
  std::size_t getStopIndex() const override { return end_; }
  // What only trees, listeners and messages of ANTLR's own would ask for.
  std::string getText() const override { return {}; }
  std::string toString() const override { return {}; }
  std::size_t getLine() const override { return 0; }
  std::size_t getCharPositionInLine() const override { return 0; }
  std::size_t getChannel() const override { return antlr4::Token::DEFAULT_CHANNEL; }
  std::size_t getTokenIndex() const override { return 0; }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  antlr4::CharStream* getInputStream() const override { return nullptr; }

 private:
  static constexpr std::uint16_t kEndOfFile = 0xFFFF;

  std::uint32_t begin_;
  std::uint32_t end_;
  std::uint32_t partner_ = 0;
  std::uint16_t type_;
};

/// All tokens of a file but blanks and comments; the last one is the end of file.
struct TokenList {
  std::vector<Token> tokens;
  std::vector<Comment> comments;
  /// A comment or raw string that never ends has swallowed the rest of the file.
  bool cut_short = false;
};

}  // namespace meshc::syntax
