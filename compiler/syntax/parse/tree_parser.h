// ANTLR's parser, set up for speed and for recovery. The only place that runs it.
#pragma once

#include <FlowParser.h>

#include "compiler/syntax/parse/repairs.h"
#include "compiler/syntax/parse/reporter.h"
#include "compiler/syntax/parse/token_window.h"

namespace meshc::syntax {

/// Parses one declaration at a time. Trees hold rules, not tokens: builders read labels, and the
/// only child of a rule that is a choice of others.
class TreeParser final : private FlowParser {
 public:
  /// `cut_short`: the tokens end early, which has been reported.
  /// What repairs have put there goes to `meant`.
  TreeParser(TokenWindow& window, Reporter& reporter, MeantTexts& meant, bool cut_short);

  /// Valid until the next call. Null if nothing of it could be made sense of; what could not is
  /// reported. First by SLL prediction, which stops at an error; then, if need be, with recovery, which
  /// gives the same tree where there is none. After each repair all begins anew.
  FlowParser::DeclarationContext* Parse(TokenSpan span);

  /// The statement at which `window` stands, in the span that is open; null as for Parse, and once too
  /// many errors were found. Then `window` stands behind it.
  FlowParser::StatementContext* ParseStatement();

  /// True if the last tree was given up because it would have become too large.
  bool IsTooLarge() const { return token_count_ > kMaxTokens; }
  static constexpr std::uint32_t kMaxTokens = 4'000'000;

  /// The rule that was chosen. Null if recovery found none.
  static antlr4::ParserRuleContext* Choice(antlr4::ParserRuleContext* context) {
    return context->children.empty() ? nullptr
                                     : static_cast<antlr4::ParserRuleContext*>(context->children[0]);
  }

 private:
  antlr4::Token* consume() override;
  void addContextToParseTree() override;
  template <typename Context>
  Context* ParseBy(Context* (FlowParser::*rule)());
  template <typename Context>
  Context* Run(Context* (FlowParser::*rule)(), antlr4::atn::PredictionMode mode,
               const Ref<antlr4::ANTLRErrorStrategy>& strategy);
  void ReportRest();

  TokenWindow& window_;
  Reporter& reporter_;
  Repairs repairs_;
  std::uint32_t token_count_ = 0;  ///< Of the tree at hand.
  bool expects_error_ =
      false;  ///< There was one in the tree before: to stop at one costs more than it saves.
  Ref<antlr4::ANTLRErrorStrategy> stop_;
  Ref<antlr4::ANTLRErrorStrategy> recover_;
};

}  // namespace meshc::syntax
