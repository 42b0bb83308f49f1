// Operators that are words elsewhere, and steps of one: `and`, `or`, `not`, `is`, `x++`.
#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/parse/repairs.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

struct WordRow {
  std::string_view word;
  std::size_t type;
  const char* meant;
};

constexpr WordRow kInfix[] = {
    {"&", FlowParser::AND, "&&"},        {"|", FlowParser::OR, "||"},
    {"and", FlowParser::AND, "&&"},      {"or", FlowParser::OR, "||"},
    {"AND", FlowParser::AND, "&&"},      {"OR", FlowParser::OR, "||"},
    {"is", FlowParser::EQUAL, "=="},     {"eq", FlowParser::EQUAL, "=="},
    {"equals", FlowParser::EQUAL, "=="}, {"mod", FlowParser::PERCENT, "%"},
    {"ne", FlowParser::NOT_EQUAL, "!="},
};

/// `a or b`: the expression seems to end at `a`.
bool InfixWord(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (!repair.EndsOperand(at - 1) || !repair.BeginsOperand(at + 1)) return false;
  if (repair.IsWord(at, {"is"}) && repair.IsWord(at + 1, {"not"}) && repair.BeginsOperand(at + 2))
    return repair.Respell(at, at + 2, "!=", {repair.As(FlowParser::NOT_EQUAL, at)});
  for (const WordRow& row : kInfix) {
    if (repair.Text(at) == row.word && repair.Type(at) != row.type)
      return repair.Respell(at, at + 1, row.meant, {repair.As(row.type, at)});
  }
  return false;
}

/// `a if c else b`
bool PythonChoice(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.Type(at) != FlowParser::IF || !repair.EndsOperand(at - 1)) return false;
  std::uint32_t otherwise = at;
  const std::uint32_t end = repair.FindEnd(at);
  while (otherwise < end && repair.Type(otherwise) != FlowParser::ELSE) ++otherwise;
  std::uint32_t left = at;
  while (!repair.Is(left - 1, {FlowParser::ASSIGN, FlowParser::COLON, FlowParser::COMMA, FlowParser::LPAREN,
                               FlowParser::ADD_ASSIGN, FlowParser::SEMICOLON, antlr4::Token::EOF}))
    left = IsCloser(repair.Type(left - 1)) ? repair.Partner(left - 1) : left - 1;
  if (otherwise >= end || left == at) return false;
  std::vector<Token> tokens = repair.Copy(at + 1, otherwise);
  tokens.push_back(repair.As(FlowParser::QUESTION, at));
  for (std::uint32_t index = left; index < at; ++index) tokens.push_back(repair.At(index));
  tokens.push_back(repair.As(FlowParser::COLON, otherwise));
  for (std::uint32_t index = otherwise + 1; index < end; ++index) tokens.push_back(repair.At(index));
  return repair.Respell(left, end,
                        repair.Source(at + 1, otherwise) + " ? " + repair.Source(left, at) + " : " +
                            repair.Source(otherwise + 1, end),
                        std::move(tokens));
}

/// `f"text"`
bool PrefixOfText(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.Type(at) != FlowParser::STRING || !repair.Touches(at) ||
      repair.Type(at - 1) != FlowParser::IDENTIFIER)
    return false;
  // Text that is put together means more than the text without its prefix.
  const bool joins = repair.Text(at).find('{') != std::string_view::npos;
  return repair.Drop(at - 1, at, "text has no prefix; values are joined to it by `+`",
                     joins ? diagnostics::Applicability::kMaybe : diagnostics::Applicability::kMachine);
}

/// `x in ("a", "b")`
bool ListInParentheses(Repair& repair) {
  const std::uint32_t open = repair.OpenerAround(repair.at());
  if (open >= repair.at() || repair.Type(repair.at()) != FlowParser::COMMA ||
      repair.Type(open) != FlowParser::LPAREN || repair.Type(open - 1) != FlowParser::IN)
    return false;
  const std::uint32_t close = repair.Partner(open);
  std::vector<Token> tokens{repair.As(FlowParser::LBRACKET, open)};
  for (std::uint32_t index = open + 1; index < close; ++index) tokens.push_back(repair.At(index));
  tokens.push_back(repair.As(FlowParser::RBRACKET, close));
  return repair.Respell(open, close + 1, "[" + repair.Source(open + 1, close) + "]", std::move(tokens));
}

/// `x not in xs`.
bool NotIn(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (!repair.IsWord(at, {"not"}) || repair.Type(at + 1) != FlowParser::IN || !repair.EndsOperand(at - 1) ||
      !repair.BeginsOperand(at + 2))
    return false;
  std::uint32_t left = at - 1;
  while (repair.EndsOperand(left) && (repair.Type(left - 1) == FlowParser::DOT)) left -= 2;
  const std::uint32_t end = repair.EndOfOperand(at + 2);
  std::vector<Token> tokens{repair.Insert(FlowParser::NOT, left - 1),
                            repair.Insert(FlowParser::LPAREN, left - 1)};
  for (std::uint32_t index = left; index < end; ++index) {
    if (index != at) tokens.push_back(repair.At(index));
  }
  tokens.push_back(repair.Insert(FlowParser::RPAREN, end - 1));
  return repair.Respell(left, end, "!(" + repair.Source(left, at) + " " + repair.Source(at + 1, end) + ")",
                        std::move(tokens));
}

/// `not x`, which reads as a name and something behind it.
bool NotWord(Repair& repair) {
  const std::uint32_t word = repair.at() - 1;
  if (!repair.IsWord(word, {"not", "NOT"}) || !repair.BeginsOperand(repair.at())) return false;
  source::SourceRange range = repair.Range(word, word + 1);
  range.end = repair.At(repair.at()).begin();
  const std::string written(repair.Text(word));
  repair
      .Report(diagnostics::diag::ForeignSpelling, word, word + 1, {repair.As(FlowParser::NOT, word)},
              diagnostics::Lexeme{written}, diagnostics::Lexeme{"!"})
      .AddFix("write `!`", {{range, "!"}}, diagnostics::Applicability::kMachine);
  return true;
}

/// `x++;`, `set x++;`
bool StepOfOne(Repair& repair) {
  const std::uint32_t at = repair.at();
  const bool plus = repair.Type(at) == FlowParser::PLUS && repair.Type(at + 1) == FlowParser::PLUS;
  const bool minus = repair.Type(at) == FlowParser::MINUS && repair.Type(at + 1) == FlowParser::MINUS;
  const std::uint32_t begin = repair.BeginOfItem(at);
  const std::uint32_t first = repair.Type(begin) == FlowParser::SET ? begin + 1 : begin;
  if ((!plus && !minus) || repair.Type(at + 2) != FlowParser::SEMICOLON || first == at) return false;
  std::vector<Token> tokens{repair.Insert(FlowParser::SET, first - 1)};
  for (std::uint32_t index = first; index < at; ++index) tokens.push_back(repair.At(index));
  tokens.push_back(repair.As(plus ? FlowParser::ADD_ASSIGN : FlowParser::SUBTRACT_ASSIGN, at));
  tokens.push_back(repair.Read(FlowParser::NUMBER, at + 1, "1"));
  const std::string meant = "set " + repair.Source(first, at) + (plus ? " += 1" : " -= 1");
  return repair.Respell(begin, at + 2, meant, std::move(tokens));
}

}  // namespace

bool RepairOperators(Repair& repair) {
  return ListInParentheses(repair) || PrefixOfText(repair) || PythonChoice(repair) || NotIn(repair) ||
         InfixWord(repair) || NotWord(repair) || StepOfOne(repair);
}

}  // namespace meshc::syntax
