#include "compiler/syntax/parse/expectation.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

bool Has(const antlr4::misc::IntervalSet& set, std::size_t type) { return set.contains(type); }

bool IsExpressionStart(const antlr4::misc::IntervalSet& set) {
  return Has(set, FlowParser::LPAREN) && Has(set, FlowParser::NUMBER) && Has(set, FlowParser::LBRACKET);
}

bool IsTypeStart(const antlr4::misc::IntervalSet& set) {
  return Has(set, FlowParser::IDENTIFIER) && Has(set, FlowParser::LBRACE) && Has(set, FlowParser::LBRACKET);
}

std::string Spell(std::size_t type, const antlr4::dfa::Vocabulary& vocabulary) {
  switch (type) {
    case antlr4::Token::EOF: return "the end of the declaration";
    case FlowParser::NUMBER: return "a number";
    case FlowParser::STRING: return "a string";
    case FlowParser::VISITS_WORD: return "`visits`";
    case FlowParser::OUTCOME_WORD: return "`outcome`";
    case FlowParser::ABSENT_WORD: return "`absent`";
    case FlowParser::HOPS_WORD: return "`hops`";
    default: break;
  }
  const std::string literal = vocabulary.getLiteralName(type);  // In single quotes.
  return literal.size() < 2 ? std::string() : fmt::format("`{}`", literal.substr(1, literal.size() - 2));
}

std::string JoinByOr(const std::vector<std::string>& parts) {
  std::string joined;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) joined += i + 1 == parts.size() ? " or " : ", ";
    joined += parts[i];
  }
  return joined;
}

}  // namespace

std::string DescribeExpected(const antlr4::misc::IntervalSet& expected,
                             const antlr4::dfa::Vocabulary& vocabulary) {
  const bool name = Has(expected, FlowParser::IDENTIFIER);
  std::vector<std::string> parts;
  if (IsExpressionStart(expected)) {
    parts.emplace_back("an expression");
  } else if (IsTypeStart(expected)) {
    parts.emplace_back("a type");
  } else {
    // Keywords beside a plain name are names that happen to be words of the language.
    if (name) parts.emplace_back("a name");
    for (const ssize_t element : expected.toList()) {
      const auto type = static_cast<std::size_t>(element);
      if (type == FlowParser::RAW_STRING || type == FlowParser::OPTIONAL_PREFIX || (name && IsWord(type)))
        continue;
      const std::string spelling = Spell(type, vocabulary);
      if (!spelling.empty()) parts.push_back(spelling);
    }
  }
  constexpr std::size_t kMost = 8;
  if (parts.size() > kMost) parts.resize(kMost);
  return parts.empty() ? "something else" : JoinByOr(parts);
}

std::string_view DescribeItem(std::size_t block_rule) {
  switch (block_rule) {
    case FlowParser::RuleBlock: return "a statement";
    case FlowParser::RuleMemberBlock: return "a member";
    case FlowParser::RulePropertyBlock: return "a property";
    case FlowParser::RuleMatchArms: return "a pattern";
    case FlowParser::RuleRouteArms: return "a label";
    case FlowParser::RuleScenarioBlock: return "`given`, `stub`, `signal` or `expect`";
    case FlowParser::RuleSettingBlock: return "a setting";
    default: return {};
  }
}

std::string Shorten(std::string_view lexeme) {
  constexpr std::size_t kLongest = 40;
  const std::size_t newline = lexeme.find('\n');
  std::size_t length = std::min({lexeme.size(), kLongest, newline});
  // Not into the middle of a character.
  while (length > 0 && length < lexeme.size() &&
         (static_cast<unsigned char>(lexeme[length]) & 0xC0U) == 0x80U)
    --length;
  return fmt::format("{}{}", lexeme.substr(0, length), length < lexeme.size() ? "..." : "");
}

std::string Quote(std::string_view lexeme) { return fmt::format("`{}`", Shorten(lexeme)); }

}  // namespace meshc::syntax
