#include "compiler/syntax/parse/item_recovery.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "compiler/syntax/parse/expectation.h"

namespace meshc::syntax {
namespace {

using antlr4::misc::IntervalSet;
using diagnostics::Lexeme;
using diagnostics::Reason;
namespace diag = diagnostics::diag;

enum class Extent : std::uint8_t { kNone, kItem, kElement };

// Items end with `;` or a block, elements before `,` or the closing bracket of their list.
Extent ExtentOf(std::size_t rule) {
  switch (rule) {
    case FlowParser::RuleStatement:
    case FlowParser::RuleMember:
    case FlowParser::RuleProperty:
    case FlowParser::RuleScenarioItem:
    case FlowParser::RuleSetting:
    case FlowParser::RuleMatchArm:
    case FlowParser::RuleRouteArm: return Extent::kItem;
    case FlowParser::RuleParameter:
    case FlowParser::RuleEnumValue:
    case FlowParser::RuleBinding:
    case FlowParser::RuleTarget:
    case FlowParser::RuleRecordEntry:
    case FlowParser::RuleConstraintItem:
    case FlowParser::RuleExpression:
    case FlowParser::RuleType: return Extent::kElement;
    default: return Extent::kNone;
  }
}

bool IsList(std::size_t rule) {
  switch (rule) {
    case FlowParser::RuleValueList:
    case FlowParser::RuleParameterList:
    case FlowParser::RuleStepList:
    case FlowParser::RuleBindingList:
    case FlowParser::RuleTargetList:
    case FlowParser::RuleArgumentList:
    case FlowParser::RuleListLiteral:
    case FlowParser::RuleRecordLiteral:
    case FlowParser::RuleConstraint: return true;
    default: return false;
  }
}

bool IsOpener(std::size_t type) {
  return type == FlowParser::LBRACE || type == FlowParser::LPAREN || type == FlowParser::LBRACKET;
}

bool IsCloser(std::size_t type) {
  return type == FlowParser::RBRACE || type == FlowParser::RPAREN || type == FlowParser::RBRACKET;
}

bool IsHardKeyword(std::size_t type) { return type >= FlowParser::MESH && type <= FlowParser::NULL_WORD; }

// A statement that began with a keyword of its own, so that the previous one has ended.
bool BeginsStatement(std::size_t type) {
  switch (type) {
    case FlowParser::ELSE:
    case FlowParser::UNTIL:
    case FlowParser::ON:
    case FlowParser::FINALLY: return false;
    default: return type >= FlowParser::IF && type <= FlowParser::FOLLOW;
  }
}

bool ContinuesStatement(std::size_t type) {
  return type == FlowParser::ELSE || type == FlowParser::UNTIL || type == FlowParser::ON ||
         type == FlowParser::FINALLY || type == FlowParser::COLLECT;
}

bool IsAssignment(std::size_t type) {
  return type == FlowParser::ASSIGN || type == FlowParser::ADD_ASSIGN ||
         type == FlowParser::SUBTRACT_ASSIGN || type == FlowParser::MULTIPLY_ASSIGN;
}

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
  const std::size_t found = TypeAt(at);
  const bool ended = found == antlr4::Token::EOF || IsCloser(found) || BeginsLine(at);
  if (ended && at > window_.span().begin) {
    const Token& before = At(at - 1);
    if (MayReport(At(at)) && reporter_.IsFresh(before.begin())) {
      reporter_
          .Report(diag::MissingSemicolon, reporter_.Range(before.begin(), before.end()),
                  Reason{Describe(before)})
          .AddFix("add `;`", {{reporter_.Range(before.end(), before.end()), ";"}},
                  diagnostics::Applicability::kMachine);
    }
    return TokenBefore();
  }
  ReportExpected(parser, "`;`");
  window_.MoveTo(found == FlowParser::COMMA ? at + 1 : EndOfItem(at, at));
  return TokenBefore();
}

// Brackets are balanced: the one that is wanted ends this level.
antlr4::Token* ItemRecovery::RecoverCloser(antlr4::Parser* parser) {
  ReportExpected(parser, DescribeExpected(NextTokens(parser), parser->getVocabulary()));
  std::uint32_t index = window_.at();
  while (!IsCloser(TypeAt(index)) && TypeAt(index) != antlr4::Token::EOF) index = Walk(index, index + 1);
  if (TypeAt(index) == antlr4::Token::EOF) Throw(parser);
  window_.MoveTo(index + 1);
  return TokenBefore();
}

antlr4::Token* ItemRecovery::RecoverBrace(antlr4::Parser* parser) {
  std::uint32_t index = window_.at();
  while (true) {
    const std::size_t type = TypeAt(index);
    if (type == FlowParser::LBRACE) break;
    if (type == FlowParser::SEMICOLON || type == antlr4::Token::EOF || IsCloser(type)) Throw(parser);
    index = Walk(index, index + 1);
  }
  ReportExpected(parser, DescribeExpected(NextTokens(parser), parser->getVocabulary()));
  window_.MoveTo(index + 1);
  return TokenBefore();
}

// As ANTLR does: a surplus token is passed by, a missing one taken as present.
antlr4::Token* ItemRecovery::RecoverSingle(antlr4::Parser* parser, std::size_t wanted) {
  const std::uint32_t at = window_.at();
  const antlr4::atn::ATN& atn = parser->getATN();
  const antlr4::atn::ATNState* after = atn.states[parser->getState()]->transitions[0]->target;
  const bool surplus = TypeAt(at + 1) == wanted && !IsOpener(TypeAt(at)) && !IsCloser(TypeAt(at));
  const bool missing =
      atn.nextTokens(const_cast<antlr4::atn::ATNState*>(after), parser->getContext()).contains(TypeAt(at));
  if (!surplus && !missing) Throw(parser);
  ReportExpected(parser, DescribeExpected(NextTokens(parser), parser->getVocabulary()));
  if (surplus) window_.MoveTo(at + 2);
  return TokenBefore();
}

// A reserved word as the name of a declaration: reported, and taken as its name.
antlr4::Token* ItemRecovery::RecoverName(antlr4::Parser* parser) {
  const bool declares = RuleAbove(parser->getContext(), 0) == FlowParser::RuleName &&
                        RuleAbove(parser->getContext(), 2) == FlowParser::RuleAnyDeclaration;
  if (!declares || !IsHardKeyword(TypeAt(window_.at()))) Throw(parser);
  ReportReserved(At(window_.at()));
  window_.consume();
  return TokenBefore();
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
    case Extent::kItem: window_.MoveTo(std::max(EndOfItem(Walk(begin, at), at), begin + 1)); break;
    case Extent::kElement: window_.MoveTo(EndOfElement(Walk(begin, at), rule)); break;
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
  if (next.contains(TypeAt(window_.at()))) return;
  block ? SyncBlock(parser, next) : SyncList(parser, next);
}

void ItemRecovery::SyncBlock(antlr4::Parser* parser, const IntervalSet& next) {
  while (!next.contains(TypeAt(window_.at())) && TypeAt(window_.at()) != antlr4::Token::EOF) {
    ReportExpected(parser, fmt::format("{} or `}}`", DescribeItem(parser->getContext()->getRuleIndex())));
    StopIfHopeless();
    window_.MoveTo(std::max(EndOfItem(window_.at(), window_.at()), window_.at() + 1));
  }
}

void ItemRecovery::SyncList(antlr4::Parser* parser, const IntervalSet& next) {
  if (!next.contains(std::size_t{FlowParser::COMMA})) return;
  ReportExpected(parser, "`,`");
  if (TypeAt(window_.at()) == FlowParser::SEMICOLON) {
    window_.tokens()[window_.at()].SetType(FlowParser::COMMA);
    return;
  }
  window_.MoveTo(EndOfElement(window_.at(), FlowParser::RuleParameter));
}

// ---- Reports -------------------------------------------------------------------------------------

void ItemRecovery::reportError(antlr4::Parser* parser, const antlr4::RecognitionException&) {
  if (unwinding_) return;
  unwinding_ = true;
  const Token& found = At(window_.at());
  const std::size_t rule = parser->getContext()->getRuleIndex();
  if (rule == FlowParser::RuleArmBody) return ReportExpected(parser, "a block or a simple statement");
  if (rule == FlowParser::RuleAnyDeclaration) return ReportNoDeclaration(parser, found);
  const IntervalSet expected = parser->getExpectedTokens();
  if (IsHardKeyword(found.type()) && expected.contains(std::size_t{FlowParser::IDENTIFIER})) {
    if (MayReport(found)) ReportReserved(found);
    return;
  }
  ReportExpected(parser, DescribeExpected(expected, parser->getVocabulary()));
}

void ItemRecovery::ReportNoDeclaration(antlr4::Parser* parser, const Token& found) {
  if (found.type() != FlowParser::EXPOSE) return ReportExpected(parser, "a declaration");
  if (!MayReport(found)) return;
  reporter_.Report(diag::ReservedDeclaration, reporter_.Range(found.begin(), found.end()))
      .AddHelp("remove the declaration");
}

void ItemRecovery::ReportReserved(const Token& word) {
  const source::SourceRange range = reporter_.Range(word.begin(), word.end());
  if (!reporter_.IsFresh(word.begin())) return;
  const bool literal = word.type() == FlowParser::TRUE_WORD || word.type() == FlowParser::FALSE_WORD ||
                       word.type() == FlowParser::NULL_WORD;
  reporter_.Report(diag::ReservedWord, range, Lexeme{std::string(reporter_.Text(range))})
      .AddHelp(literal ? "`true`, `false` and `null` are never names"
                       : "fields, members, params, results, labels and enum values may bear it; declarations "
                         "and steps may not");
}

void ItemRecovery::ReportExpected(antlr4::Parser* parser, std::string_view expected) {
  const std::uint32_t at = window_.at();
  const Token& found = At(at);
  // What lacks at the end of a declaration lacks there, not where the next one begins.
  const Token& place = at == window_.span().end && at > window_.span().begin ? At(at - 1) : found;
  if (!MayReport(found) || !MayReport(place)) return;
  // After `{` of a list of values the parser only knows that it may end.
  const bool is_value = parser->getContext()->getRuleIndex() == FlowParser::RuleValueList;
  if (is_value && IsHardKeyword(found.type())) return ReportReserved(found);
  AddAdvice(reporter_.Report(diag::Expected, reporter_.Range(place.begin(), place.end()),
                             Reason{std::string(expected)}, Reason{Describe(found)}),
            parser, found);
}

// What people write who come from other languages.
void ItemRecovery::AddAdvice(diagnostics::Builder report, antlr4::Parser* parser, const Token& found) {
  const std::size_t rule = parser->getContext()->getRuleIndex();
  if (rule == FlowParser::RuleChainStatement && IsAssignment(found.type())) {
    const auto* start = static_cast<Token*>(parser->getContext()->start);
    report.AddFix("assignments begin with `set`",
                  {{reporter_.Range(start->begin(), start->begin()), "set "}});
  } else if (found.type() == FlowParser::ASSIGN) {
    report.AddHelp("comparisons are written `==`");
  } else if (rule == FlowParser::RuleMember && found.type() == FlowParser::COMMA) {
    report.AddFix("members end in `;`", {{reporter_.Range(found.begin(), found.end()), ";"}});
  } else if (IsList(rule) && found.type() == FlowParser::SEMICOLON) {
    report.AddFix("the elements of a list are separated by `,`",
                  {{reporter_.Range(found.begin(), found.end()), ","}});
  } else if (rule == FlowParser::RuleArmBody) {
    report.AddHelp("put the statement into braces: `=> { ... }`");
  } else if (rule == FlowParser::RuleType && found.type() == FlowParser::COALESCE) {
    report.AddHelp("a type is optional once: `T?`");
  }
}

// Tokens put in stand for a mistake that has been reported; so does the end of a file cut short.
bool ItemRecovery::MayReport(const Token& found) const {
  const std::size_t index = static_cast<std::size_t>(&found - window_.tokens().data());
  const bool at_end = index + 2 >= window_.tokens().size();
  if (cut_short_ && at_end) return false;
  if (found.type() != antlr4::Token::EOF && found.inserted()) return false;
  return reporter_.IsFresh(found.begin());
}

std::string ItemRecovery::Describe(const Token& found) const {
  if (found.type() == antlr4::Token::EOF) return "the end of the file";
  return Quote(reporter_.Text(reporter_.Range(found.begin(), found.end())));
}

// ---- Places --------------------------------------------------------------------------------------

std::size_t ItemRecovery::TypeAt(std::uint32_t index) const {
  return index < window_.span().end ? window_.tokens()[index].type() : antlr4::Token::EOF;
}

antlr4::Token* ItemRecovery::TokenBefore() { return window_.LT(-1); }

bool ItemRecovery::BeginsLine(std::uint32_t index) const {
  if (index == 0) return true;
  const source::SourceRange gap = reporter_.Range(At(index - 1).end(), At(index).begin());
  return reporter_.Text(gap).find('\n') != std::string_view::npos;
}

// From `from`, passing by whole brackets, to the first place of this level at or behind `to`.
std::uint32_t ItemRecovery::Walk(std::uint32_t from, std::uint32_t to) const {
  while (from < to) from = IsOpener(TypeAt(from)) ? At(from).partner() + 1 : from + 1;
  return std::min(from, window_.span().end);
}

// The first place behind the item that `from` is in; the mistake is at `mistake`, maybe in a block before.
std::uint32_t ItemRecovery::EndOfItem(std::uint32_t from, std::uint32_t mistake) const {
  for (std::uint32_t index = from;; index = Walk(index, index + 1)) {
    const std::size_t type = TypeAt(index);
    if (type == antlr4::Token::EOF || IsCloser(type)) return index;
    if (index > mistake) {
      if (TypeAt(index - 1) == FlowParser::RBRACE && !ContinuesStatement(type)) return index;
      if (BeginsStatement(type) && BeginsLine(index)) return index;
    }
    if (type == FlowParser::SEMICOLON) return index + 1;
  }
}

std::uint32_t ItemRecovery::EndOfElement(std::uint32_t from, std::size_t rule) const {
  for (std::uint32_t index = from;; index = Walk(index, index + 1)) {
    const std::size_t type = TypeAt(index);
    if (type == antlr4::Token::EOF || IsCloser(type)) return index;
    if (type == FlowParser::COMMA || type == FlowParser::SEMICOLON) return index;
    const bool expression =
        rule == FlowParser::RuleExpression && (type == FlowParser::LBRACE || type == FlowParser::ARM);
    const bool written =
        rule == FlowParser::RuleType && (type == FlowParser::ASSIGN || type == FlowParser::INTO);
    if (expression || written) return index;
  }
}

}  // namespace meshc::syntax
