// Members, params and values: `string text;`, `name?: T`, `a = 1` in an enum, `,` for `;`.
#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/parse/repairs.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

bool IsTypeName(const Repair& repair, std::uint32_t index) {
  if (repair.IsWord(index, {"bool", "int", "float", "string", "bytes", "timestamp", "duration", "json"}))
    return true;
  const std::string_view text = repair.Text(index);
  return !text.empty() && text.front() >= 'A' && text.front() <= 'Z';
}

/// `processor p(string text, int size)`: all params of the list are one habit.
bool TypeBeforeParam(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.rule() != FlowParser::RuleParameter || !IsWord(repair.Type(at)) || !IsWord(repair.Type(at - 1)))
    return false;
  const std::uint32_t open = repair.OpenerAround(at);
  if (!repair.Is(open, {FlowParser::LPAREN})) return false;
  const std::uint32_t close = repair.Partner(open);
  std::vector<Token> tokens;
  Repair::Edits edits;
  for (std::uint32_t index = open + 1; index < close; ++index) {
    const bool pair = repair.Is(index - 1, {FlowParser::LPAREN, FlowParser::COMMA}) &&
                      IsWord(repair.Type(index)) && IsWord(repair.Type(index + 1)) &&
                      repair.Is(index + 2, {FlowParser::COMMA, FlowParser::RPAREN});
    if (!pair) {
      tokens.push_back(repair.At(index));
      continue;
    }
    const bool type_first = IsTypeName(repair, index) || !IsTypeName(repair, index + 1);
    const std::uint32_t name = type_first ? index + 1 : index;
    const std::uint32_t type = type_first ? index : index + 1;
    tokens.insert(tokens.end(), {repair.At(name), repair.Insert(FlowParser::COLON, name), repair.At(type)});
    edits.push_back({repair.Range(index, index + 2),
                     std::string(repair.Text(name)) + ": " + std::string(repair.Text(type))});
    ++index;
  }
  if (edits.empty()) return false;
  const std::string meant = edits.front().text;
  return repair.RespellAll(at - 1, at + 1, meant, "a param is written `name: type`", std::move(edits),
                           std::move(tokens), open + 1, close);
}

/// `string text = "";`, and `repeated string lines = 2;` with its number.
bool TypeBeforeMember(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.rule() != FlowParser::RuleMember || repair.Type(at) != FlowParser::ASSIGN ||
      !IsWord(repair.Type(at - 2)))
    return false;
  std::uint32_t first = at - 2;
  const bool label = repair.IsWord(first - 1, {"repeated", "optional", "required"});
  const bool list = repair.IsWord(first - 1, {"repeated"});
  const bool optional = repair.IsWord(first - 1, {"optional"});
  const bool tag = repair.Type(at + 1) == FlowParser::NUMBER &&
                   repair.Type(at + 2) == FlowParser::SEMICOLON &&
                   (label || !repair.IsWord(first, {"int", "float"}));
  std::vector<Token> type = repair.Copy(first, first + 1);
  std::string meant(repair.Text(first));
  if (list) {
    type.insert(type.begin(),
                Token(FlowParser::LBRACKET, repair.At(first).begin(), repair.At(first).begin()));
    type.push_back(repair.Insert(FlowParser::RBRACKET, first));
    meant = "[" + meant + "]";
  } else if (optional) {
    type.push_back(repair.Insert(FlowParser::QUESTION, first));
    meant += "?";
  }
  const std::string name(repair.Text(at - 1));
  std::vector<Token> tokens{repair.At(at - 1), repair.Insert(FlowParser::COLON, at - 1)};
  tokens.insert(tokens.end(), type.begin(), type.end());
  if (label) --first;
  return repair.Respell(first, tag ? at + 2 : at, name + ": " + meant + (tag ? "" : " "), std::move(tokens));
}

/// Lines without `;`: all of the block are one habit.
bool LinesWithoutSemicolon(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.rule() != FlowParser::RuleMember || !repair.BeginsLine(at)) return false;
  const std::uint32_t open = repair.OpenerAround(at);
  const std::uint32_t close = repair.Partner(open);
  std::vector<Token> tokens;
  Repair::Edits edits;
  std::uint32_t before = open;
  for (const std::uint32_t index : repair.Level(open + 1, close)) {
    const bool member = before != open && repair.BeginsLine(index) && repair.EndsMember(before) &&
                        (IsWord(repair.Type(index)) || repair.Type(index) == FlowParser::AT);
    if (member) {
      tokens.push_back(repair.Insert(FlowParser::SEMICOLON, before));
      edits.push_back({repair.Behind(before), ";"});
    }
    const std::uint32_t end = IsOpener(repair.Type(index)) ? repair.Partner(index) + 1 : index + 1;
    const std::vector<Token> part = repair.Copy(index, end);
    tokens.insert(tokens.end(), part.begin(), part.end());
    before = end - 1;
  }
  if (before != open && repair.EndsMember(before)) {
    tokens.push_back(repair.Insert(FlowParser::SEMICOLON, before));
    edits.push_back({repair.Behind(before), ";"});
  }
  if (edits.empty()) return false;
  const std::string last = "`" + std::string(repair.Text(at - 1)) + "`";
  const source::SourceRange place = repair.Range(at - 1, at);
  return repair.ReportAll(diagnostics::diag::MissingSemicolon, place, diagnostics::Reason{last},
                          "members end in `;`", std::move(edits), std::move(tokens), open + 1, close);
}

/// `note?: string`
bool OptionalName(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.Type(at) != FlowParser::QUESTION || repair.Type(at + 1) != FlowParser::COLON) return false;
  std::uint32_t end = at + 2;
  while (IsWord(repair.Type(end)) || repair.Is(end, {FlowParser::DOT})) ++end;
  if (repair.Is(end, {FlowParser::LPAREN}) ||
      (end == at + 2 && repair.Is(end, {FlowParser::LBRACKET, FlowParser::LBRACE})))
    end = repair.Partner(end) + 1;
  if (end == at + 2) return false;
  std::vector<Token> tokens{repair.At(at + 1)};
  for (std::uint32_t index = at + 2; index < end; ++index) tokens.push_back(repair.At(index));
  tokens.push_back(repair.Insert(FlowParser::QUESTION, end - 1));
  return repair.Respell(at - 1, end,
                        std::string(repair.Text(at - 1)) + ": " + repair.Source(at + 2, end) + "?", [&] {
                          tokens.insert(tokens.begin(), repair.At(at - 1));
                          return tokens;
                        }());
}

/// `{ a: int, b: string }` of a record: all commas are one habit.
bool CommaBetweenMembers(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.rule() != FlowParser::RuleMember || repair.Type(at) != FlowParser::COMMA) return false;
  const std::uint32_t open = repair.OpenerAround(at);
  const std::uint32_t close = repair.Partner(open);
  std::vector<Token> tokens = repair.Copy(open + 1, close);
  Repair::Edits edits;
  MendCommas(repair, open, tokens, edits);
  return repair.RespellAll(at, ";", "members end in `;`", std::move(edits), std::move(tokens), open + 1,
                           close);
}

/// `{ "a": int, "b": string }`, as JSON has it.
bool QuotedMembers(Repair& repair) {
  const std::uint32_t at = repair.at();
  const std::uint32_t open = repair.OpenerAround(at);
  const bool block = repair.In(FlowParser::RuleMemberBlock) && repair.Type(open) == FlowParser::LBRACE;
  if (!block || repair.Type(at) != FlowParser::STRING || repair.Type(at + 1) != FlowParser::COLON)
    return false;
  const std::uint32_t close = repair.Partner(open);
  std::vector<Token> tokens = repair.Copy(open + 1, close);
  Repair::Edits edits;
  for (const std::uint32_t index : repair.Level(open + 1, close)) {
    const std::string_view text = repair.Text(index);
    if (repair.Type(index) == FlowParser::STRING && repair.Type(index + 1) == FlowParser::COLON &&
        text.size() > 2) {
      const std::string name(text.substr(1, text.size() - 2));
      tokens[index - open - 1] = repair.Read(FlowParser::IDENTIFIER, index, name);
      edits.push_back({repair.Range(index, index + 1), name});
    }
  }
  MendCommas(repair, open, tokens, edits);
  const std::string name(repair.Text(at).substr(1, repair.Text(at).size() - 2));
  return repair.RespellAll(at, name, "members are written `name: type;`", std::move(edits), std::move(tokens),
                           open + 1, close);
}

/// `enum A { x; y }`, `enum A { x = 1, y = 2 }`, `enum A { "x", "y" }`
bool EnumValues(Repair& repair) {
  const std::uint32_t at = repair.at();
  const bool list = repair.rule() == FlowParser::RuleValueList || repair.rule() == FlowParser::RuleEnumValue;
  if (!list || (!repair.Is(at, {FlowParser::SEMICOLON, FlowParser::ASSIGN, FlowParser::STRING}) &&
                !repair.IsWord(at, {"|"})))
    return false;
  const std::uint32_t open = repair.OpenerAround(at);
  if (repair.Type(open) != FlowParser::LBRACE) return false;
  const std::uint32_t close = repair.Partner(open);
  std::vector<Token> tokens;
  Repair::Edits edits;
  for (std::uint32_t index = open + 1; index < close; ++index) {
    if (repair.Type(index) == FlowParser::SEMICOLON || repair.IsWord(index, {"|"})) {
      tokens.push_back(repair.As(FlowParser::COMMA, index));
      edits.push_back({repair.Range(index, index + 1), ","});
    } else if (repair.Type(index) == FlowParser::ASSIGN &&
               repair.Is(index + 1, {FlowParser::NUMBER, FlowParser::STRING})) {
      edits.push_back({repair.Range(index, index + 2), ""});
      edits.back().range.begin = repair.At(index - 1).end();
      ++index;
    } else if (repair.Type(index) == FlowParser::STRING && repair.Text(index).size() > 2) {
      const std::string name(repair.Text(index).substr(1, repair.Text(index).size() - 2));
      tokens.push_back(repair.Read(FlowParser::IDENTIFIER, index, name));
      edits.push_back({repair.Range(index, index + 1), name});
    } else {
      tokens.push_back(repair.At(index));
    }
  }
  // A surplus comma at the end is legal, one alone is not.
  return repair.RespellAll(at, "enum A { x, y }", "values are names, with `,` between them", std::move(edits),
                           std::move(tokens), open + 1, close);
}

}  // namespace

void MendCommas(Repair& repair, std::uint32_t open, std::vector<Token>& tokens, Repair::Edits& edits) {
  const std::uint32_t close = repair.Partner(open);
  bool reserved = false;
  for (const std::uint32_t index : repair.Level(open + 1, close)) {
    if (repair.Is(index - 1, {FlowParser::LBRACE, FlowParser::SEMICOLON}))
      reserved = repair.IsWord(index, {"reserved"});
    if (repair.Type(index) != FlowParser::COMMA || reserved) continue;
    tokens[index - open - 1] = repair.As(FlowParser::SEMICOLON, index);
    edits.push_back({repair.Range(index, index + 1), ";"});
  }
  const bool step = repair.In(FlowParser::RuleBlock) && repair.Is(close - 1, {FlowParser::RBRACE});
  if (step || repair.Is(close - 1, {FlowParser::SEMICOLON, FlowParser::COMMA})) return;
  tokens.push_back(repair.Insert(FlowParser::SEMICOLON, close - 1));
  edits.push_back({repair.Behind(close - 1), ";"});
}

bool RepairMembers(Repair& repair) {
  return TypeBeforeParam(repair) || TypeBeforeMember(repair) || LinesWithoutSemicolon(repair) ||
         OptionalName(repair) || QuotedMembers(repair) || CommaBetweenMembers(repair) || EnumValues(repair);
}

}  // namespace meshc::syntax
