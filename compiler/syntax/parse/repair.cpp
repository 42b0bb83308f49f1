#include "compiler/syntax/parse/repair.h"

#include <algorithm>

#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/parse/expectation.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {

using diagnostics::Lexeme;
namespace diag = diagnostics::diag;

bool Repair::In(std::size_t rule) const {
  return std::find(mistake_.rules.begin(), mistake_.rules.end(), rule) != mistake_.rules.end();
}

std::size_t Repair::Type(std::uint32_t index) const {
  const TokenSpan span = window_.span();
  return index >= span.begin && index < span.end ? At(index).type() : antlr4::Token::EOF;
}

bool Repair::Is(std::uint32_t index, std::initializer_list<std::size_t> types) const {
  return std::find(types.begin(), types.end(), Type(index)) != types.end();
}

std::string_view Repair::Text(std::uint32_t index) const {
  return Type(index) == antlr4::Token::EOF
             ? std::string_view()
             : reporter_.Text(reporter_.Range(At(index).begin(), At(index).end()));
}

bool Repair::IsWord(std::uint32_t index, std::initializer_list<std::string_view> words) const {
  return std::find(words.begin(), words.end(), Text(index)) != words.end();
}

bool Repair::Touches(std::uint32_t index) const {
  return Type(index) != antlr4::Token::EOF && Type(index - 1) != antlr4::Token::EOF &&
         At(index - 1).end() == At(index).begin();
}

bool Repair::EndsOperand(std::uint32_t index) const {
  const std::size_t type = Type(index);
  return syntax::IsWord(type) || type == FlowParser::NUMBER || type == FlowParser::STRING ||
         type == FlowParser::RAW_STRING || type == FlowParser::RPAREN || type == FlowParser::RBRACKET;
}

bool Repair::BeginsOperand(std::uint32_t index) const {
  const std::size_t type = Type(index);
  return syntax::IsWord(type) || type == FlowParser::NUMBER || type == FlowParser::STRING ||
         type == FlowParser::RAW_STRING || type == FlowParser::LPAREN || type == FlowParser::LBRACKET ||
         type == FlowParser::MINUS || type == FlowParser::NOT;
}

std::uint32_t Repair::BeginOfItem(std::uint32_t index) const {
  while (index > window_.span().begin) {
    const std::size_t before = Type(index - 1);
    if (before == FlowParser::SEMICOLON || before == FlowParser::LBRACE || before == FlowParser::RBRACE)
      return index;
    index = before == FlowParser::RPAREN || before == FlowParser::RBRACKET ? Partner(index - 1) : index - 1;
  }
  return index;
}

std::uint32_t Repair::EndOfOperand(std::uint32_t index) const {
  while (Is(index, {FlowParser::NOT, FlowParser::MINUS})) ++index;
  index = IsOpener(Type(index)) ? Partner(index) + 1 : index + 1;
  while (true) {
    if (Type(index) == FlowParser::DOT && syntax::IsWord(Type(index + 1)))
      index += 2;
    else if (Is(index, {FlowParser::LBRACKET, FlowParser::LPAREN}))
      index = Partner(index) + 1;
    else
      return std::min(index, window_.span().end);
  }
}

std::uint32_t Repair::FindEnd(std::uint32_t index) const {
  while (true) {
    const std::size_t type = Type(index);
    if (type == antlr4::Token::EOF || type == FlowParser::SEMICOLON || type == FlowParser::LBRACE ||
        IsCloser(type))
      return index;
    index = IsOpener(type) ? Partner(index) + 1 : index + 1;
  }
}

std::uint32_t Repair::OpenerAround(std::uint32_t index) const {
  while (index > window_.span().begin) {
    --index;
    if (IsOpener(Type(index))) return index;
    if (IsCloser(Type(index))) index = Partner(index);
  }
  return index - 1;
}

std::vector<std::uint32_t> Repair::Level(std::uint32_t first, std::uint32_t end) const {
  std::vector<std::uint32_t> level;
  for (std::uint32_t index = first; index < end; ++index) {
    level.push_back(index);
    if (IsOpener(Type(index))) index = Partner(index);
  }
  return level;
}

source::SourceRange Repair::Range(std::uint32_t first, std::uint32_t end) const {
  return reporter_.Range(At(first).begin(),
                         std::max(At(first).begin(), At(std::max(first + 1, end) - 1).end()));
}

std::string Repair::Source(std::uint32_t first, std::uint32_t end) const {
  return first >= end ? std::string() : std::string(reporter_.Text(Range(first, end)));
}

std::vector<Token> Repair::Copy(std::uint32_t first, std::uint32_t end) const {
  return {window_.tokens().begin() + first, window_.tokens().begin() + end};
}

Token Repair::Read(std::size_t type, std::uint32_t index, std::string text) const {
  meant_.Put(At(index).begin(), At(index).end(), std::move(text));
  return As(type, index);
}

Token Repair::ReadAs(const Token& token, std::string text) const {
  meant_.Put(token.begin(), token.end(), std::move(text));
  return token;
}

bool Repair::Respell(std::uint32_t first, std::uint32_t end, const std::string& meant,
                     std::vector<Token> tokens, Applicability applicability) {
  const source::SourceRange range = Range(first, end);
  const std::size_t begin = meant.find_first_not_of(' ');
  // Empty brackets mean nothing that could be written instead.
  if (begin == std::string::npos || reporter_.Text(range) == meant) return false;
  const std::string shown = Shorten(std::string_view(meant).substr(begin));
  Report(diag::ForeignSpelling, first, end, std::move(tokens), Lexeme{Shorten(reporter_.Text(range))},
         Lexeme{shown})
      .AddFix("write `" + shown + "`", {{range, meant}}, applicability);
  return true;
}

bool Repair::Drop(std::uint32_t first, std::uint32_t end, std::string help, Applicability applicability) {
  source::SourceRange range = Range(first, end);
  const std::string text = Shorten(reporter_.Text(range));
  // With the blank before it, where one is left behind it.
  if (first > 0 && At(end).begin() > At(end - 1).end()) range.begin = At(first - 1).end();
  Report(diag::SurplusWord, first, end, {}, Lexeme{text})
      .AddFix(std::move(help), {{range, ""}}, applicability);
  return true;
}

bool Repair::BeginsLine(std::uint32_t index) const {
  const source::SourceRange gap = reporter_.Range(At(index - 1).end(), At(index).begin());
  return gap.begin < gap.end && reporter_.Text(gap).find('\n') != std::string_view::npos;
}

bool Repair::RespellAll(std::uint32_t place, const std::string& meant, std::string help, Edits edits,
                        std::vector<Token> tokens, std::uint32_t first, std::uint32_t end) {
  return RespellAll(place, place + 1, meant, std::move(help), std::move(edits), std::move(tokens), first,
                    end);
}

bool Repair::RespellAll(std::uint32_t place, std::uint32_t place_end, const std::string& meant,
                        std::string help, Edits edits, std::vector<Token> tokens, std::uint32_t first,
                        std::uint32_t end) {
  const source::SourceRange range = Range(place, place_end);
  Replace(first, end, std::move(tokens));
  reporter_.Report(diag::ForeignSpelling, range, Lexeme{std::string(reporter_.Text(range))}, Lexeme{meant})
      .AddFix(std::move(help), std::move(edits), Applicability::kMachine);
  return true;
}

bool Repair::Change(std::uint32_t first, std::uint32_t end, std::vector<Token> tokens) {
  Replace(first, end, std::move(tokens));
  return true;
}

void Repair::Replace(std::uint32_t first, std::uint32_t end, std::vector<Token> tokens) {
  window_.Replace(first, end, std::move(tokens));
}

}  // namespace meshc::syntax
