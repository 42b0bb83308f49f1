// Heads of declarations: `processor p;`, `flow f for E`, `error a extends b`, names in quotes.
#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/parse/repairs.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

using diagnostics::Applicability;
namespace diag = diagnostics::diag;

/// `processor p;`, `processor p { ... }`, `processor p -> (...)`
bool MissingParams(Repair& repair) {
  const std::uint32_t at = repair.at();
  const bool actor = repair.Is(at - 2, {FlowParser::PROCESSOR, FlowParser::ROUTER}) &&
                     repair.Is(at, {FlowParser::SEMICOLON, FlowParser::LBRACE, FlowParser::ARROW});
  if (!actor) return false;
  std::vector<Token> tokens = repair.Copy(at - 1, at);
  tokens.push_back(repair.Insert(FlowParser::LPAREN, at - 1));
  tokens.push_back(repair.Insert(FlowParser::RPAREN, at - 1));
  const std::string name(repair.Text(at - 1));
  const source::SourceRange place = repair.Behind(at - 1);
  repair.Report(diag::MissingParams, at - 1, at, std::move(tokens), diagnostics::Name{name})
      .AddFix("write `()` if it takes nothing", {{place, "()"}}, Applicability::kMachine);
  return true;
}

/// `-> receipt: string;`, `-> string;`, `-> void;`
bool ResultsWithoutBrackets(Repair& repair) {
  const std::uint32_t at = repair.at();
  const bool results = (repair.rule() == FlowParser::RuleParameterList ||
                        repair.rule() == FlowParser::RuleProcessorDeclaration) &&
                       repair.Type(at - 1) == FlowParser::ARROW && IsWord(repair.Type(at));
  if (!results) return false;
  if (repair.IsWord(at, {"void", "None", "null", "nil", "unit"}))
    return repair.Drop(at - 1, at + 1, "leave the results out where there are none");
  const std::uint32_t end = repair.FindEnd(at);
  const bool named = repair.Type(at + 1) == FlowParser::COLON;
  std::vector<Token> tokens{repair.Insert(FlowParser::LPAREN, at - 1)};
  if (!named) {
    // A name that is empty: it is known to be missing.
    tokens.push_back(repair.Insert(FlowParser::IDENTIFIER, at - 1));
    tokens.push_back(repair.Insert(FlowParser::COLON, at - 1));
  }
  for (std::uint32_t index = at; index < end; ++index) tokens.push_back(repair.At(index));
  tokens.push_back(repair.Insert(FlowParser::RPAREN, end - 1));
  const std::string meant = std::string("(") + (named ? "" : "result: ") + repair.Source(at, end) + ")";
  return repair.Respell(at, end, meant, std::move(tokens),
                        named ? Applicability::kMachine : Applicability::kMaybe);
}

/// `flow f for E {`, `flow f: E {`, `flow f(E) {`
bool FlowHead(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.rule() != FlowParser::RuleFlowDeclaration || repair.Type(at - 2) != FlowParser::FLOW)
    return false;
  const bool word =
      repair.Is(at, {FlowParser::FOR, FlowParser::COLON}) || repair.IsWord(at, {"of", "over", "with", "in"});
  if (word && IsWord(repair.Type(at + 1)))
    return repair.Respell(at, at + 1, repair.Type(at) == FlowParser::COLON ? " on" : "on",
                          {repair.As(FlowParser::ON, at)});
  const bool brackets = repair.Type(at) == FlowParser::LPAREN && repair.Partner(at) == at + 2;
  if (!brackets) return false;
  return repair.Respell(at, at + 3, " on " + std::string(repair.Text(at + 1)),
                        {repair.As(FlowParser::ON, at), repair.At(at + 1)});
}

/// `error a extends b;`
bool Extends(Repair& repair) {
  const std::uint32_t at = repair.at();
  for (const std::uint32_t word : {at, at - 1}) {
    if (repair.Type(word - 2) != FlowParser::ERROR ||
        !repair.IsWord(word, {"extends", "is", "of", "inherits"}))
      continue;
    return repair.Respell(word, word + 1, ":", {repair.As(FlowParser::COLON, word)});
  }
  return false;
}

/// `error a { recoverable }`
bool ClassInBraces(Repair& repair) {
  const std::uint32_t open = repair.OpenerAround(repair.at());
  const bool error = repair.Type(open) == FlowParser::LBRACE && repair.Type(open - 2) == FlowParser::ERROR;
  if (!error || !repair.IsWord(open + 1, {"retriable", "recoverable", "fatal"})) return false;
  const std::uint32_t close = repair.Partner(open);
  const bool alone =
      close == open + 2 || (close == open + 3 && repair.Type(open + 2) == FlowParser::SEMICOLON);
  if (!alone) return false;
  const std::string meant = std::string(repair.Text(open + 1)) + ";";
  return repair.Respell(open, close + 1, meant,
                        {repair.At(open + 1), repair.Insert(FlowParser::SEMICOLON, open + 1)});
}

/// `record A extends B {`, `record A: B {`
bool RecordExtends(Repair& repair) {
  const std::uint32_t at = repair.at();
  const bool head =
      repair.Is(at - 2, {FlowParser::RECORD, FlowParser::ENVELOPE, FlowParser::ENUM, FlowParser::UNION}) &&
      (repair.IsWord(at, {"extends", "implements", "inherits"}) ||
       repair.Is(at, {FlowParser::COLON, FlowParser::LPAREN}));
  if (!head) return false;
  const std::uint32_t open = repair.FindEnd(at);
  if (repair.Type(open) != FlowParser::LBRACE) return false;
  return repair.Drop(at, open, "types do not extend each other: list all members");
}

/// `line-coder`, `line.coder`: names are words with `_`.
bool DashedName(Repair& repair) {
  const std::uint32_t at = repair.at();
  const bool declared =
      repair.Is(at - 2, {FlowParser::RECORD, FlowParser::ENUM, FlowParser::UNION, FlowParser::ENVELOPE,
                         FlowParser::ERROR, FlowParser::PROCESSOR, FlowParser::ROUTER, FlowParser::FLOW,
                         FlowParser::POLICY, FlowParser::FLAVOR, FlowParser::DEPLOY});
  const bool named = declared || repair.rule() == FlowParser::RuleChainStatement ||
                     repair.rule() == FlowParser::RuleMember || repair.rule() == FlowParser::RuleParameter;
  const auto joins = [&](std::uint32_t sign) {
    return repair.Is(sign, {FlowParser::MINUS, FlowParser::DOT}) && repair.Touches(sign) &&
           repair.Touches(sign + 1) && IsWord(repair.Type(sign + 1));
  };
  if (!named || !joins(at) || !IsWord(repair.Type(at - 1))) return false;
  std::string name(repair.Text(at - 1));
  std::uint32_t end = at;
  for (; joins(end); end += 2) name += "_" + std::string(repair.Text(end + 1));
  const Token whole(FlowParser::IDENTIFIER, repair.At(at - 1).begin(), repair.At(end - 1).end());
  return repair.Respell(at - 1, end, name, {repair.ReadAs(whole, name)});
}

/// `-> (yes, no);`, `-> yes | no;` of a router.
bool LabelsWithoutBraces(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.rule() != FlowParser::RuleRouterDeclaration || repair.Type(at - 1) != FlowParser::ARROW)
    return false;
  const bool brackets = repair.Is(at, {FlowParser::LPAREN, FlowParser::LBRACKET});
  const std::uint32_t first = brackets ? at + 1 : at;
  const std::uint32_t end = brackets ? repair.Partner(at) : repair.FindEnd(at);
  std::vector<Token> tokens{brackets ? repair.As(FlowParser::LBRACE, at)
                                     : repair.Insert(FlowParser::LBRACE, at - 1)};
  std::string labels;
  for (std::uint32_t index = first; index < end; ++index) {
    const bool label = (index - first) % 2 == 0;
    if (label != IsWord(repair.Type(index))) return false;
    if (!label && repair.Type(index) != FlowParser::COMMA && !repair.IsWord(index, {"|", "||"})) return false;
    tokens.push_back(label ? repair.At(index) : repair.As(FlowParser::COMMA, index));
    labels += label ? std::string(repair.Text(index)) : ", ";
  }
  if (labels.empty()) return false;
  tokens.push_back(brackets ? repair.As(FlowParser::RBRACE, end)
                            : repair.Insert(FlowParser::RBRACE, end - 1));
  return repair.Respell(at, brackets ? end + 1 : end, "{ " + labels + " }", std::move(tokens));
}

/// `type State = "open" | "paid";`
bool EnumByAlias(Repair& repair) {
  const std::uint32_t first = repair.BeginOfItem(repair.at());
  if (repair.Type(first) != FlowParser::TYPE || repair.Type(first + 3) != FlowParser::STRING) return false;
  std::vector<Token> tokens{repair.As(FlowParser::ENUM, first), repair.At(first + 1),
                            repair.As(FlowParser::LBRACE, first + 2)};
  std::string meant = "enum " + std::string(repair.Text(first + 1)) + " {";
  std::uint32_t index = first + 3;
  for (; repair.Type(index) == FlowParser::STRING; index += 2) {
    const std::string value(repair.Text(index).substr(1, repair.Text(index).size() - 2));
    if (value.empty() || value.find_first_of(" -.") != std::string::npos) return false;
    if (tokens.size() > 3) tokens.push_back(repair.As(FlowParser::COMMA, index - 1));
    tokens.push_back(repair.Read(FlowParser::IDENTIFIER, index, value));
    meant += (meant.back() == '{' ? " " : ", ") + value;
    if (!repair.IsWord(index + 1, {"|", "||"})) break;
  }
  if (repair.Type(index + 1) != FlowParser::SEMICOLON) return false;
  tokens.push_back(repair.As(FlowParser::RBRACE, index + 1));
  return repair.Respell(first, index + 2, meant + " }", std::move(tokens));
}

/// `import x from "f.flow";`, `import { a } from "f.flow";`
bool ImportFrom(Repair& repair) {
  const std::uint32_t first = repair.BeginOfItem(repair.at());
  if (repair.Type(first) != FlowParser::IMPORT) return false;
  const std::uint32_t at = repair.at();
  std::uint32_t from =
      repair.Type(first + 1) == FlowParser::LBRACE ? repair.Partner(first + 1) + 1 : first + 2;
  if (at > from || !repair.IsWord(from, {"from"}) || repair.Type(from + 1) != FlowParser::STRING)
    return false;
  return repair.Respell(first, from + 2, "import " + std::string(repair.Text(from + 1)),
                        {repair.At(first), repair.At(from + 1)});
}

/// `processor "pay"(`: a name in quotes.
bool QuotedName(Repair& repair) {
  const std::uint32_t at = repair.at();
  const bool name =
      repair.Type(at) == FlowParser::STRING && at > 0 &&
      repair.Is(at - 1, {FlowParser::MESH, FlowParser::RECORD, FlowParser::ENUM, FlowParser::UNION,
                         FlowParser::ENVELOPE, FlowParser::ERROR, FlowParser::PROCESSOR, FlowParser::ROUTER,
                         FlowParser::FLOW, FlowParser::POLICY, FlowParser::FLAVOR, FlowParser::DEPLOY,
                         FlowParser::ON, FlowParser::FOR});
  if (!name || repair.Text(at).size() < 3) return false;
  const std::string text(repair.Text(at).substr(1, repair.Text(at).size() - 2));
  const bool plain =
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
      std::string::npos;
  return plain && repair.Respell(at, at + 1, text, {repair.Read(FlowParser::IDENTIFIER, at, text)});
}

}  // namespace

bool RepairDeclarations(Repair& repair) {
  return MissingParams(repair) || ResultsWithoutBrackets(repair) || FlowHead(repair) || Extends(repair) ||
         ClassInBraces(repair) || QuotedName(repair) || RecordExtends(repair) || DashedName(repair) ||
         LabelsWithoutBraces(repair) || EnumByAlias(repair) || ImportFrom(repair);
}

}  // namespace meshc::syntax
