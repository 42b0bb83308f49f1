// Arms of `match` and `route`: `label -> ...`, `label: ...`, `case label: ...`.
#include "compiler/syntax/foreign_words.h"
#include "compiler/syntax/parse/repairs.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

bool IsLabelPart(const Repair& repair, std::uint32_t index) {
  return IsWord(repair.Type(index)) ||
         repair.Is(index, {FlowParser::DOT, FlowParser::COMMA, FlowParser::NUMBER, FlowParser::STRING,
                           FlowParser::MINUS});
}

bool IsCase(const Repair& repair, std::uint32_t index) {
  return repair.IsWord(index, {"case"}) && IsLabelPart(repair, index + 1);
}

/// Behind the body of the arm whose sign stands at `sign`.
std::uint32_t EndOfArm(const Repair& repair, std::uint32_t sign, std::uint32_t end) {
  if (repair.Type(sign + 1) == FlowParser::LBRACE) return repair.Partner(sign + 1) + 1;
  for (const std::uint32_t index : repair.Level(sign + 1, end)) {
    if (repair.Type(index) == FlowParser::SEMICOLON) return index + 1;
  }
  return end;
}

void Append(std::vector<Token>& tokens, const std::vector<Token>& more) {
  tokens.insert(tokens.end(), more.begin(), more.end());
}

}  // namespace

std::uint32_t MendArms(Repair& repair, std::uint32_t open, std::vector<Token>& tokens, Repair::Edits& edits) {
  const std::uint32_t close = repair.Partner(open);
  const bool rest = repair.rule() != FlowParser::RuleRouteArm;  // A `route` has no arm for it.
  std::uint32_t arm = open + 1;
  while (arm < close) {
    const std::uint32_t label = IsCase(repair, arm) ? arm + 1 : arm;
    std::uint32_t sign = label;
    while (IsLabelPart(repair, sign)) ++sign;
    const bool wrong = repair.Is(sign, {FlowParser::ARROW, FlowParser::COLON});
    if (sign == label || (!wrong && repair.Type(sign) != FlowParser::ARM)) break;
    if (label != arm) {
      edits.push_back({repair.Range(arm, label), ""});
      edits.back().range.end = repair.At(label).begin();
    }
    if (wrong) edits.push_back({repair.Range(sign, sign + 1), repair.Touches(sign) ? " =>" : "=>"});
    if (wrong && rest && MeansRest(repair.Text(label))) {
      edits.push_back({repair.Range(label, sign), "_"});
      tokens.push_back(repair.Read(FlowParser::IDENTIFIER, label, "_"));
    } else {
      Append(tokens, repair.Copy(label, sign));
    }
    tokens.push_back(repair.As(FlowParser::ARM, sign));
    arm = EndOfArm(repair, sign, close);
    Append(tokens, repair.Copy(sign + 1, arm));
  }
  return arm;
}

/// One habit, however many arms: all of them are mended at once.
bool RepairArms(Repair& repair) {
  if (repair.rule() != FlowParser::RuleMatchArm && repair.rule() != FlowParser::RuleRouteArm) return false;
  const std::uint32_t place = IsCase(repair, repair.at() - 1) ? repair.at() - 1 : repair.at();
  const std::uint32_t open = repair.OpenerAround(repair.at());
  std::vector<Token> tokens;
  Repair::Edits edits;
  const std::uint32_t end = MendArms(repair, open, tokens, edits);
  if (edits.empty()) return false;
  const bool is_case = repair.IsWord(place, {"case"});
  return repair.RespellAll(place, is_case ? "label => ...;" : "=>", "arms are written `label => ...;`",
                           std::move(edits), std::move(tokens), open + 1, end);
}

}  // namespace meshc::syntax
