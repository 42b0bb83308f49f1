// Signs: `=`, `:`, `==`, `->`, `=>` and `::`, one for another.
#include "compiler/syntax/parse/repairs.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

/// `{ a = 1, b = 2 }`: all of them are one habit.
bool NameByEquals(Repair& repair) {
  const bool named = repair.rule() == FlowParser::RuleRecordEntry ||
                     repair.rule() == FlowParser::RuleBinding || repair.rule() == FlowParser::RuleTarget;
  if (!named || repair.Type(repair.at()) != FlowParser::ASSIGN) return false;
  const std::uint32_t open = repair.OpenerAround(repair.at());
  const std::uint32_t close = repair.Partner(open);
  std::vector<Token> tokens = repair.Copy(open + 1, close);
  Repair::Edits edits;
  for (std::uint32_t index = open + 1; index < close; ++index) {
    const bool behind_name =
        repair.Is(index - 2, {FlowParser::COMMA, FlowParser::LBRACE}) || index - 2 == open;
    if (repair.Type(index) != FlowParser::ASSIGN || !behind_name) continue;
    tokens[index - open - 1] = repair.As(FlowParser::COLON, index);
    edits.push_back({repair.Range(index, index + 1), ":"});
    // `a = 1` becomes `a: 1`.
    if (!repair.Touches(index)) edits.back().range.begin = repair.At(index - 1).end();
  }
  return repair.RespellAll(repair.at(), ":", "values are given names by `:`", std::move(edits),
                           std::move(tokens), open + 1, close);
}

/// `=` in a condition; `=!` means `!=`.
bool CompareByEquals(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.Type(at) != FlowParser::ASSIGN || !repair.EndsOperand(at - 1)) return false;
  for (std::uint32_t index = repair.BeginOfItem(at); index < at; ++index) {
    const bool condition = repair.Is(index, {FlowParser::IF, FlowParser::WHILE, FlowParser::UNTIL,
                                             FlowParser::EXPECT, FlowParser::WHEN, FlowParser::QUESTION});
    const bool unequal =
        repair.Type(at + 1) == FlowParser::NOT && repair.Touches(at + 1) && !repair.Touches(at + 2);
    if (condition && unequal) return repair.Respell(at, at + 2, "!=", {repair.As(FlowParser::NOT_EQUAL, at)});
    if (condition) return repair.Respell(at, at + 1, "==", {repair.As(FlowParser::EQUAL, at)});
  }
  return false;
}

/// `===` and `!==`, read as `==` and `=`; `<>`, read as `<` and `>`.
bool LongComparison(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (!repair.Touches(at)) return false;
  if (repair.Type(at) == FlowParser::ASSIGN &&
      repair.Is(at - 1, {FlowParser::EQUAL, FlowParser::NOT_EQUAL})) {
    const bool equal = repair.Type(at - 1) == FlowParser::EQUAL;
    return repair.Respell(at - 1, at + 1, equal ? "==" : "!=", {repair.At(at - 1)});
  }
  if (repair.Type(at) == FlowParser::GREATER && repair.Type(at - 1) == FlowParser::LESS)
    return repair.Respell(at - 1, at + 1, "!=", {repair.As(FlowParser::NOT_EQUAL, at)});
  return false;
}

/// `State::paid`.
bool PathByColons(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.Type(at) != FlowParser::COLON) return false;
  const std::uint32_t first =
      repair.Type(at + 1) == FlowParser::COLON && repair.Touches(at + 1) ? at : at - 1;
  const bool two = repair.Type(first) == FlowParser::COLON && repair.Type(first + 1) == FlowParser::COLON;
  if (!two || !IsWord(repair.Type(first - 1)) || !IsWord(repair.Type(first + 2))) return false;
  return repair.Respell(first, first + 2, ".", {repair.As(FlowParser::DOT, first)});
}

/// `as (result: field)`
bool ResultsInParentheses(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.Type(at - 1) != FlowParser::AS || repair.Type(at) != FlowParser::LPAREN) return false;
  const std::uint32_t close = repair.Partner(at);
  // `as (field)`
  if (close == at + 2)
    return repair.Respell(at, close + 1, std::string(repair.Text(at + 1)), repair.Copy(at + 1, close));
  std::vector<Token> tokens = repair.Copy(at, close + 1);
  tokens.front() = repair.As(FlowParser::LBRACE, at);
  tokens.back() = repair.As(FlowParser::RBRACE, close);
  return repair.Respell(at, close + 1, "{ " + repair.Source(at + 1, close) + " }", std::move(tokens));
}

/// `a?.b`
bool OptionalChain(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.Type(at) != FlowParser::DOT || repair.Type(at - 1) != FlowParser::QUESTION ||
      !repair.Touches(at))
    return false;
  return repair.Respell(at - 1, at + 1, ".", {repair.At(at)});
}

bool ArrowByArm(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.rule() == FlowParser::RuleChainStatement && repair.IsWord(at, {"|"}))
    return repair.Respell(at, at + 1, "->", {repair.As(FlowParser::ARROW, at)});
  const bool chain = repair.rule() == FlowParser::RuleChainStatement ||
                     repair.rule() == FlowParser::RuleProcessorDeclaration ||
                     repair.rule() == FlowParser::RuleRouterDeclaration;
  if (!chain || !repair.Is(at, {FlowParser::ARM, FlowParser::THEN, FlowParser::GREATER})) return false;
  // `a >> b`.
  const bool doubled = repair.Type(at + 1) == FlowParser::GREATER && repair.Touches(at + 1);
  return repair.Respell(at, at + (doubled ? 2 : 1), "->", {repair.As(FlowParser::ARROW, at)});
}

/// `set x: 5`, `type T: int`, `policy p: retry ...`, and a type of results behind `:`.
bool SignByColon(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.Type(at) != FlowParser::COLON) return false;
  switch (repair.rule()) {
    case FlowParser::RuleSetStatement:
      // `set x := 5`
      if (repair.Type(at + 1) == FlowParser::ASSIGN && repair.Touches(at + 1))
        return repair.Respell(at, at + 2, "=", {repair.As(FlowParser::ASSIGN, at)});
      [[fallthrough]];
    case FlowParser::RuleTypeAlias:
    case FlowParser::RulePolicyDeclaration:
      return repair.Respell(at, at + 1, "=", {repair.As(FlowParser::ASSIGN, at)});
    case FlowParser::RuleProcessorDeclaration:
    case FlowParser::RuleRouterDeclaration:
      if (repair.Type(at - 1) != FlowParser::RPAREN) return false;
      return repair.Respell(at, at + 1, "->", {repair.As(FlowParser::ARROW, at)});
    default: return false;
  }
}

}  // namespace

bool RepairSigns(Repair& repair) {
  return ResultsInParentheses(repair) || OptionalChain(repair) || PathByColons(repair) ||
         NameByEquals(repair) || LongComparison(repair) || CompareByEquals(repair) || ArrowByArm(repair) ||
         SignByColon(repair);
}

}  // namespace meshc::syntax
