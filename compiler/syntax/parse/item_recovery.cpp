#include "compiler/syntax/parse/item_recovery.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "compiler/syntax/parse/expectation.h"
#include "compiler/syntax/parse/large_block.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

using antlr4::misc::IntervalSet;

IntervalSet NextTokens(antlr4::Parser* parser) {
  const antlr4::atn::ATN& atn = parser->getATN();
  return atn.nextTokens(atn.states[parser->getState()]);
}

// The rule of the `distance`-th context above; none: a number that is no rule.
std::size_t RuleAbove(antlr4::RuleContext* context, int distance) {
  while (context != nullptr && distance-- > 0) context = static_cast<antlr4::RuleContext*>(context->parent);
  return context == nullptr ? std::size_t(-1) : context->getRuleIndex();
}

}  // namespace

// ---- One token -----------------------------------------------------------------------------------

antlr4::Token* ItemRecovery::recoverInline(antlr4::Parser* parser) {
  TryRepair(parser);
  const IntervalSet next = NextTokens(parser);
  if (next.size() != 1) return RecoverName(parser);
  const auto wanted = static_cast<std::size_t>(next.toList().front());
  if (wanted == FlowParser::SEMICOLON) return RecoverSemicolon(parser);
  if (IsCloser(wanted)) return RecoverCloser(parser);
  if (wanted == FlowParser::LBRACE) return RecoverBrace(parser);
  return RecoverSingle(parser, wanted);
}

antlr4::Token* ItemRecovery::RecoverSemicolon(antlr4::Parser* parser) {
  const std::uint32_t at = window_.at();
  const std::size_t found = extents_.TypeAt(at);
  const bool ended = found == antlr4::Token::EOF || IsCloser(found) || extents_.BeginsLine(at);
  if (ended && at > window_.span().begin) {
    reports_.ReportMissingSemicolon(extents_.At(at - 1), extents_.At(at));
    return TokenBefore();
  }
  reports_.ReportExpected(parser, "`;`");
  window_.MoveTo(found == FlowParser::COMMA ? at + 1 : extents_.EndOfItem(at, at));
  return TokenBefore();
}

// Brackets are balanced: the one that is wanted ends this level.
antlr4::Token* ItemRecovery::RecoverCloser(antlr4::Parser* parser) {
  reports_.ReportExpected(parser, DescribeExpected(NextTokens(parser), parser->getVocabulary()));
  std::uint32_t index = window_.at();
  while (!IsCloser(extents_.TypeAt(index)) && extents_.TypeAt(index) != antlr4::Token::EOF)
    index = extents_.Walk(index, index + 1);
  if (extents_.TypeAt(index) == antlr4::Token::EOF) Throw(parser);
  window_.MoveTo(index + 1);
  return TokenBefore();
}

antlr4::Token* ItemRecovery::RecoverBrace(antlr4::Parser* parser) {
  std::uint32_t index = window_.at();
  while (true) {
    const std::size_t type = extents_.TypeAt(index);
    if (type == FlowParser::LBRACE) break;
    if (type == FlowParser::SEMICOLON || type == antlr4::Token::EOF || IsCloser(type)) Throw(parser);
    index = extents_.Walk(index, index + 1);
  }
  reports_.ReportExpected(parser, DescribeExpected(NextTokens(parser), parser->getVocabulary()));
  const bool skips =
      RuleAbove(parser->getContext(), 0) == FlowParser::RuleBlock && IsLargeBlock(extents_.At(index), index);
  window_.MoveTo(skips ? extents_.At(index).partner() : index + 1);
  // What begins the block.
  return &window_.tokens()[index];
}

// As ANTLR does: a surplus token is passed by, a missing one taken as present.
antlr4::Token* ItemRecovery::RecoverSingle(antlr4::Parser* parser, std::size_t wanted) {
  const std::uint32_t at = window_.at();
  const antlr4::atn::ATN& atn = parser->getATN();
  const antlr4::atn::ATNState* after = atn.states[parser->getState()]->transitions[0]->target;
  const bool surplus =
      extents_.TypeAt(at + 1) == wanted && !IsOpener(extents_.TypeAt(at)) && !IsCloser(extents_.TypeAt(at));
  const bool missing = atn.nextTokens(const_cast<antlr4::atn::ATNState*>(after), parser->getContext())
                           .contains(extents_.TypeAt(at));
  if (!surplus && !missing) Throw(parser);
  reports_.ReportExpected(parser, DescribeExpected(NextTokens(parser), parser->getVocabulary()));
  if (surplus) window_.MoveTo(at + 2);
  return TokenBefore();
}

// A reserved word as the name of a declaration: reported, and taken as its name.
antlr4::Token* ItemRecovery::RecoverName(antlr4::Parser* parser) {
  const bool declares = RuleAbove(parser->getContext(), 0) == FlowParser::RuleName &&
                        RuleAbove(parser->getContext(), 2) == FlowParser::RuleAnyDeclaration;
  if (!declares || !IsHardKeyword(extents_.TypeAt(window_.at()))) Throw(parser);
  reports_.ReportReserved(extents_.At(window_.at()));
  window_.consume();
  return TokenBefore();
}

void ItemRecovery::TryRepair(antlr4::Parser* parser) {
  if (unwinding_ || !repairs_.Try(*parser, window_.at())) return;
  StopIfHopeless();
  throw antlr4::ParseCancellationException();
}

void ItemRecovery::Throw(antlr4::Parser* parser) { throw antlr4::InputMismatchException(parser); }

// ---- Items ---------------------------------------------------------------------------------------

void ItemRecovery::recover(antlr4::Parser* parser, std::exception_ptr exception) {
  StopIfHopeless();
  const std::size_t rule = parser->getContext()->getRuleIndex();
  const auto begin =
      static_cast<std::uint32_t>(static_cast<Token*>(parser->getContext()->start) - window_.tokens().data());
  const std::uint32_t at = window_.at();
  switch (ExtentOf(rule)) {
    case Extent::kItem:
      window_.MoveTo(std::max(extents_.EndOfItem(extents_.Walk(begin, at), at), begin + 1));
      break;
    case Extent::kElement: window_.MoveTo(extents_.EndOfElement(extents_.Walk(begin, at), rule)); break;
    case Extent::kNone:
      if (rule == FlowParser::RuleDeclaration) {
        window_.MoveTo(window_.span().end);
        break;
      }
      std::rethrow_exception(exception);
  }
  unwinding_ = false;
}

// Even mistakes that are not reported, since their line has one, cost their time.
void ItemRecovery::StopIfHopeless() {
  constexpr int kMostRecoveries = 10'000;
  if (++recoveries_ > kMostRecoveries || reporter_.Exhausted()) throw antlr4::ParseCancellationException();
}

void ItemRecovery::sync(antlr4::Parser* parser) {
  const std::size_t rule = parser->getContext()->getRuleIndex();
  const bool block = !DescribeItem(rule).empty();
  if (!block && !IsList(rule)) return;
  const IntervalSet next = NextTokens(parser);
  if (next.contains(extents_.TypeAt(window_.at()))) return;
  TryRepair(parser);
  block ? SyncBlock(parser, next) : SyncList(parser, next);
}

void ItemRecovery::SyncBlock(antlr4::Parser* parser, const IntervalSet& next) {
  while (!next.contains(extents_.TypeAt(window_.at())) &&
         extents_.TypeAt(window_.at()) != antlr4::Token::EOF) {
    reports_.ReportExpected(parser,
                            fmt::format("{} or `}}`", DescribeItem(parser->getContext()->getRuleIndex())));
    StopIfHopeless();
    window_.MoveTo(std::max(extents_.EndOfItem(window_.at(), window_.at()), window_.at() + 1));
  }
}

void ItemRecovery::SyncList(antlr4::Parser* parser, const IntervalSet& next) {
  if (!next.contains(std::size_t{FlowParser::COMMA})) return;
  reports_.ReportExpected(parser, "`,`");
  if (extents_.TypeAt(window_.at()) == FlowParser::SEMICOLON) {
    window_.Retype(window_.at(), FlowParser::COMMA);
    return;
  }
  window_.MoveTo(extents_.EndOfElement(window_.at(), FlowParser::RuleParameter));
}

void ItemRecovery::reportError(antlr4::Parser* parser, const antlr4::RecognitionException&) {
  if (unwinding_) return;
  TryRepair(parser);
  unwinding_ = true;
  reports_.ReportMismatch(parser);
}

}  // namespace meshc::syntax
