// How the parser goes on after a mistake.
//
// Brackets are balanced, so the extent of every item (statement, member, arm, argument ...) can be
// read off the tokens. A mistake therefore costs the innermost item that it stands in, no more:
// the item is marked by its `exception`, its tokens are passed by, and parsing goes on behind it.
// Where something follows from a closing bracket, a semicolon or a single token, not even that.
#pragma once

#include <FlowParser.h>

#include "compiler/syntax/parse/item_extents.h"
#include "compiler/syntax/parse/mistake_reports.h"
#include "compiler/syntax/parse/repairs.h"

namespace meshc::syntax {

class ItemRecovery final : public antlr4::ANTLRErrorStrategy {
 public:
  /// After a repair it leaves by a ParseCancellationException: the declaration is to be parsed again.
  ItemRecovery(TokenWindow& window, Reporter& reporter, Repairs& repairs, bool cut_short)
      : window_(window),
        reporter_(reporter),
        repairs_(repairs),
        extents_(window, reporter),
        reports_(window, reporter, cut_short) {}

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
  void TryRepair(antlr4::Parser* parser);
  [[noreturn]] void Throw(antlr4::Parser* parser);
  void StopIfHopeless();

  void SyncBlock(antlr4::Parser* parser, const antlr4::misc::IntervalSet& next);
  void SyncList(antlr4::Parser* parser, const antlr4::misc::IntervalSet& next);

  antlr4::Token* TokenBefore() { return window_.LT(-1); }

  TokenWindow& window_;
  Reporter& reporter_;
  Repairs& repairs_;
  ItemExtents extents_;
  MistakeReports reports_;
  int recoveries_ = 0;
  bool unwinding_ = false;  // The exception in flight has been reported.
};

}  // namespace meshc::syntax
