// How the parser goes on after a mistake.
//
// Brackets are balanced, so the extent of every item (statement, member, arm, argument ...) can be
// read off the tokens. A mistake therefore costs the innermost item that it stands in, no more:
// the item is marked by its `exception`, its tokens are passed by, and parsing goes on behind it.
// Where something follows from a closing bracket, a semicolon or a single token, not even that.
#pragma once

#include <FlowParser.h>

#include "compiler/syntax/parse/reporter.h"
#include "compiler/syntax/parse/token_window.h"

namespace meshc::syntax {

class ItemRecovery final : public antlr4::ANTLRErrorStrategy {
 public:
  ItemRecovery(TokenWindow& window, Reporter& reporter, bool cut_short)
      : window_(window), reporter_(reporter), cut_short_(cut_short) {}

  void reset(antlr4::Parser*) override {}
  bool inErrorRecoveryMode(antlr4::Parser*) override { return false; }
  void reportMatch(antlr4::Parser*) override {}

  /// A token did not match. Returns what stands for it, or throws.
  antlr4::Token* recoverInline(antlr4::Parser* parser) override;
  /// A rule was left. Ends the item or passes the exception on.
  void recover(antlr4::Parser* parser, std::exception_ptr exception) override;
  /// In a list or block: passes by what begins no item.
  void sync(antlr4::Parser* parser) override;
  void reportError(antlr4::Parser* parser, const antlr4::RecognitionException& error) override;

 private:
  antlr4::Token* RecoverSemicolon(antlr4::Parser* parser);
  antlr4::Token* RecoverCloser(antlr4::Parser* parser);
  antlr4::Token* RecoverBrace(antlr4::Parser* parser);
  antlr4::Token* RecoverSingle(antlr4::Parser* parser, std::size_t wanted);
  antlr4::Token* RecoverName(antlr4::Parser* parser);
  [[noreturn]] void Throw(antlr4::Parser* parser);
  void StopIfHopeless();

  void SyncBlock(antlr4::Parser* parser, const antlr4::misc::IntervalSet& next);
  void SyncList(antlr4::Parser* parser, const antlr4::misc::IntervalSet& next);

  void ReportExpected(antlr4::Parser* parser, std::string_view expected);
  void AddAdvice(diagnostics::Builder report, antlr4::Parser* parser, const Token& found);
  void ReportReserved(const Token& word);
  void ReportNoDeclaration(antlr4::Parser* parser, const Token& found);
  bool MayReport(const Token& found) const;
  std::string Describe(const Token& found) const;

  std::size_t TypeAt(std::uint32_t index) const;
  const Token& At(std::uint32_t index) const { return window_.tokens()[index]; }
  antlr4::Token* TokenBefore();
  bool BeginsLine(std::uint32_t index) const;
  std::uint32_t Walk(std::uint32_t from, std::uint32_t to) const;
  std::uint32_t EndOfItem(std::uint32_t from, std::uint32_t mistake) const;
  std::uint32_t EndOfElement(std::uint32_t from, std::size_t rule) const;

  TokenWindow& window_;
  Reporter& reporter_;
  bool cut_short_;
  int recoveries_ = 0;
  bool unwinding_ = false;  // The exception in flight has been reported.
};

}  // namespace meshc::syntax
