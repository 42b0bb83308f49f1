#include "compiler/syntax/parse/mistake_reports.h"

#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/parse/expectation.h"
#include "compiler/syntax/parse/item_extents.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

using antlr4::misc::IntervalSet;
using diagnostics::Lexeme;
using diagnostics::Reason;
namespace diag = diagnostics::diag;

bool IsAssignment(std::size_t type) {
  return type == FlowParser::ASSIGN || type == FlowParser::ADD_ASSIGN ||
         type == FlowParser::SUBTRACT_ASSIGN || type == FlowParser::MULTIPLY_ASSIGN;
}

}  // namespace

void MistakeReports::ReportMismatch(antlr4::Parser* parser) {
  const Token& found = At(window_.at());
  const std::size_t rule = parser->getContext()->getRuleIndex();
  if (rule == FlowParser::RuleArmBody) return ReportExpected(parser, "a block or a simple statement");
  if (rule == FlowParser::RuleAnyDeclaration) return ReportNoDeclaration(parser, found);
  const IntervalSet expected = parser->getExpectedTokens();
  // Behind the declaration another one begins, unless it stands on the same line.
  const std::uint32_t at = window_.at();
  const bool is_meant = at < window_.span().end || at == window_.span().begin ||
                        reporter_.LineOf(At(at - 1).begin()) == reporter_.LineOf(found.begin());
  if (is_meant && IsHardKeyword(found.type()) && expected.contains(std::size_t{FlowParser::IDENTIFIER})) {
    if (MayReport(found)) ReportReserved(found);
    return;
  }
  ReportExpected(parser, DescribeExpected(expected, parser->getVocabulary()));
}

void MistakeReports::ReportMissingSemicolon(const Token& before, const Token& found) {
  if (!MayReport(found) || !reporter_.IsFresh(before.begin())) return;
  reporter_
      .Report(diag::MissingSemicolon, reporter_.Range(before.begin(), before.end()), Reason{Describe(before)})
      .AddFix("add `;`", {{reporter_.Range(before.end(), before.end()), ";"}},
              diagnostics::Applicability::kMachine);
}

void MistakeReports::ReportNoDeclaration(antlr4::Parser* parser, const Token& found) {
  if (found.type() != FlowParser::EXPOSE) return ReportExpected(parser, "a declaration");
  if (!MayReport(found)) return;
  reporter_.Report(diag::ReservedDeclaration, reporter_.Range(found.begin(), found.end()))
      .AddHelp("remove the declaration");
}

void MistakeReports::ReportReserved(const Token& word) {
  const source::SourceRange range = reporter_.Range(word.begin(), word.end());
  if (!reporter_.IsFresh(word.begin())) return;
  const bool literal = word.type() == FlowParser::TRUE_WORD || word.type() == FlowParser::FALSE_WORD ||
                       word.type() == FlowParser::NULL_WORD;
  reporter_.Report(diag::ReservedWord, range, Lexeme{std::string(reporter_.Text(range))})
      .AddHelp(literal ? "`true`, `false` and `null` are never names"
                       : "fields, members, params, results, labels and enum values may bear it; declarations "
                         "and steps may not");
}

void MistakeReports::ReportExpected(antlr4::Parser* parser, std::string_view expected) {
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
void MistakeReports::AddAdvice(diagnostics::Builder report, antlr4::Parser* parser, const Token& found) {
  const std::size_t rule = parser->getContext()->getRuleIndex();
  if (rule == FlowParser::RuleChainStatement && IsAssignment(found.type())) {
    const auto* start = static_cast<Token*>(parser->getContext()->start);
    report.AddFix("assignments begin with `set`", {{reporter_.Range(start->begin(), start->begin()), "set "}},
                  diagnostics::Applicability::kMachine);
  } else if (found.type() == FlowParser::ASSIGN) {
    report.AddFix("comparisons are written `==`", {{reporter_.Range(found.begin(), found.end()), "=="}});
  } else if (rule == FlowParser::RuleMember && found.type() == FlowParser::COMMA) {
    report.AddFix("members end in `;`", {{reporter_.Range(found.begin(), found.end()), ";"}},
                  diagnostics::Applicability::kMachine);
  } else if (IsList(rule) && found.type() == FlowParser::SEMICOLON) {
    report.AddFix("the elements of a list are separated by `,`",
                  {{reporter_.Range(found.begin(), found.end()), ","}}, diagnostics::Applicability::kMachine);
  } else if (rule == FlowParser::RuleArmBody) {
    report.AddHelp("put the statement into braces: `=> { ... }`");
  } else if (rule == FlowParser::RuleFlowDeclaration &&
             window_.tokens()[window_.at() - 1].type() != FlowParser::ON) {
    report.AddHelp(
        "a flow works on an envelope, which holds what goes in and comes out: `flow f on Envelope { ... }`");
  } else if (rule == FlowParser::RuleStubAnswer || rule == FlowParser::RuleRecordLiteral) {
    if (window_.tokens()[window_.at() - 1].type() == FlowParser::RETURNS)
      report.AddHelp("results stand by name: `returns { result: value }`; a router `chooses label`");
  } else if (rule == FlowParser::RuleType && found.type() == FlowParser::COALESCE) {
    report.AddHelp("a type is optional once: `T?`");
  }
}

// Tokens put in stand for a mistake that has been reported; so does the end of a file cut short.
bool MistakeReports::MayReport(const Token& found) const {
  const std::size_t index = static_cast<std::size_t>(&found - window_.tokens().data());
  const bool at_end = index + 2 >= window_.tokens().size();
  if (cut_short_ && at_end) return false;
  if (found.type() != antlr4::Token::EOF && found.inserted()) return false;
  return reporter_.IsFresh(found.begin());
}

std::string MistakeReports::Describe(const Token& found) const {
  if (found.type() == antlr4::Token::EOF) return "the end of the file";
  return Quote(reporter_.Text(reporter_.Range(found.begin(), found.end())));
}

}  // namespace meshc::syntax
