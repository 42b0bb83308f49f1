// Scenarios: `stub p = { ... }`, `expect visits [a, b]`, `expect outcome == succeeded`.
#include <charconv>

#include "compiler/syntax/parse/repairs.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

/// `stub p = { ... }`, `stub p { ... }`
bool MendStub(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.Type(repair.BeginOfItem(at)) != FlowParser::STUB || at != repair.BeginOfItem(at) + 2)
    return false;
  if (repair.Is(at, {FlowParser::ASSIGN, FlowParser::COLON, FlowParser::ARROW, FlowParser::ARM}) ||
      repair.IsWord(at, {"return", "gives", "yields"}))
    return repair.Respell(at, at + 1, repair.Touches(at) ? " returns" : "returns",
                          {repair.As(FlowParser::RETURNS, at)});
  if (repair.IsWord(at, {"throws", "throw", "raise", "fails"}))
    return repair.Respell(at, at + 1, "raises", {repair.As(FlowParser::RAISES, at)});
  if (repair.Type(at) != FlowParser::LBRACE) return false;
  return repair.Respell(at - 1, at, std::string(repair.Text(at - 1)) + " returns",
                        {repair.At(at - 1), repair.Insert(FlowParser::RETURNS, at - 1)});
}

/// `expect visits [a, b]`, `expect visits a -> b`, `expect visits: a`, `expect outcome == succeeded`
bool Expectation(Repair& repair) {
  const std::uint32_t at = repair.at();
  const std::uint32_t first = repair.BeginOfItem(at);
  if (repair.Type(first) != FlowParser::EXPECT) return false;
  if (at == first + 2 && repair.Type(at) == FlowParser::LBRACKET)
    return repair.Respell(at, repair.Partner(at) + 1, repair.Source(at + 1, repair.Partner(at)),
                          repair.Copy(at + 1, repair.Partner(at)));
  if (repair.IsWord(at - 1, {"with", "by", "on", "as"}) && repair.IsWord(at - 2, {"failed"}))
    return repair.Drop(at - 1, at, "the error stands right behind `failed`");
  const bool sign =
      at == first + 2 && repair.Is(at, {FlowParser::EQUAL, FlowParser::ASSIGN, FlowParser::COLON});
  const bool word =
      repair.Is(first + 1, {FlowParser::VISITS_WORD, FlowParser::OUTCOME_WORD, FlowParser::ABSENT_WORD});
  if (sign && word)
    return repair.Respell(first + 1, at + 1, std::string(repair.Text(first + 1)), {repair.At(first + 1)});
  if (repair.Type(first + 1) != FlowParser::VISITS_WORD || repair.Type(at) != FlowParser::ARROW) return false;
  const std::uint32_t end = repair.FindEnd(at);
  std::vector<Token> tokens = repair.Copy(at, end);
  Repair::Edits edits;
  for (std::uint32_t index = at; index < end; ++index) {
    if (repair.Type(index) != FlowParser::ARROW) continue;
    tokens[index - at] = repair.As(FlowParser::COMMA, index);
    edits.push_back({repair.Range(index, index + 1), ","});
    edits.back().range.begin = repair.At(index - 1).end();
  }
  return repair.RespellAll(at, ",", "visits are listed with `,`", std::move(edits), std::move(tokens), at,
                           end);
}

/// `expect hops < 5`
bool HopsBelow(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.Type(at) != FlowParser::LESS || repair.Type(at - 1) != FlowParser::HOPS_WORD ||
      repair.Type(at + 1) != FlowParser::NUMBER)
    return false;
  const std::string_view written = repair.Text(at + 1);
  std::uint32_t bound = 0;
  const auto [end, error] = std::from_chars(written.data(), written.data() + written.size(), bound);
  if (error != std::errc() || end != written.data() + written.size() || bound == 0) return false;
  const std::string most = std::to_string(bound - 1);
  return repair.Respell(
      at, at + 2, "<= " + most,
      {repair.As(FlowParser::LESS_EQUAL, at), repair.Read(FlowParser::NUMBER, at + 1, most)});
}

/// `outcome succeeded;`
bool WithoutExpect(Repair& repair) {
  const std::uint32_t at = repair.at();
  const std::string word(repair.Text(at));
  const std::size_t type = word == "visits"    ? FlowParser::VISITS_WORD
                           : word == "outcome" ? FlowParser::OUTCOME_WORD
                           : word == "absent"  ? FlowParser::ABSENT_WORD
                                               : FlowParser::HOPS_WORD;
  const Token expect(FlowParser::EXPECT, repair.At(at).begin(), repair.At(at).begin());
  return repair.Respell(at, at + 1, "expect " + word, {expect, repair.As(type, at)});
}

/// `given order: 1, lines: [];`
bool GivenWithoutBraces(Repair& repair) {
  const std::uint32_t first = repair.BeginOfItem(repair.at());
  if (repair.Type(first) != FlowParser::GIVEN || !IsWord(repair.Type(first + 1)) ||
      repair.Type(first + 2) != FlowParser::COLON)
    return false;
  std::uint32_t end = first;
  while (!repair.Is(end, {FlowParser::SEMICOLON, FlowParser::RBRACE, antlr4::Token::EOF}))
    end = repair.Is(end, {FlowParser::LBRACE, FlowParser::LPAREN, FlowParser::LBRACKET})
              ? repair.Partner(end) + 1
              : end + 1;
  std::vector<Token> tokens{repair.Insert(FlowParser::LBRACE, first)};
  for (std::uint32_t index = first + 1; index < end; ++index) tokens.push_back(repair.At(index));
  tokens.push_back(repair.Insert(FlowParser::RBRACE, end - 1));
  return repair.Respell(first + 1, end, "{ " + repair.Source(first + 1, end) + " }", std::move(tokens));
}

bool ScenarioHead(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.rule() != FlowParser::RuleScenarioDeclaration) return false;
  if (repair.Type(at - 1) == FlowParser::SCENARIO && IsWord(repair.Type(at)) &&
      repair.Type(at + 1) == FlowParser::FOR)
    return repair.Respell(at, at + 1, '"' + std::string(repair.Text(at)) + '"',
                          {repair.As(FlowParser::STRING, at)});
  if (repair.Type(at - 1) == FlowParser::STRING &&
      (repair.Type(at) == FlowParser::ON || repair.IsWord(at, {"of", "in"})))
    return repair.Respell(at, at + 1, "for", {repair.As(FlowParser::FOR, at)});
  return false;
}

}  // namespace

bool RepairScenarios(Repair& repair) {
  if (ScenarioHead(repair)) return true;
  const bool item = repair.In(FlowParser::RuleScenarioBlock);
  if (item && repair.IsWord(repair.at(), {"assert", "check", "verify", "ensure", "should", "then"}))
    return repair.Respell(repair.at(), repair.at() + 1, "expect",
                          {repair.As(FlowParser::EXPECT, repair.at())});
  if (item && repair.at() == repair.BeginOfItem(repair.at()) &&
      repair.IsWord(repair.at(), {"visits", "outcome", "absent", "hops"}))
    return WithoutExpect(repair);
  if (!repair.In(FlowParser::RuleScenarioItem)) return false;
  return MendStub(repair) || HopsBelow(repair) || Expectation(repair) || GivenWithoutBraces(repair);
}

}  // namespace meshc::syntax
