// Arguments without the name of their param: `p(x)`.
#include "compiler/syntax/parse/repairs.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

/// True if an expression may go on at `index`, behind a name, or end there.
bool ContinuesExpression(const Repair& repair, std::uint32_t index) {
  const std::size_t type = repair.Type(index);
  return type == FlowParser::COMMA || IsCloser(type) || IsOpener(type) || type == FlowParser::DOT ||
         (type >= FlowParser::EQUAL && type <= FlowParser::GREATER) ||
         (type >= FlowParser::AND && type <= FlowParser::PERCENT);
}

bool IsNamed(const Repair& repair, std::uint32_t index) {
  return IsWord(repair.Type(index)) && repair.Type(index + 1) == FlowParser::COLON;
}

}  // namespace

/// A name and a colon that are empty are put before each of them. Which params are meant only the callee
/// tells: it is reported where the call is checked.
bool RepairArguments(Repair& repair) {
  const std::uint32_t at = repair.at();
  const bool list = repair.rule() == FlowParser::RuleBinding || repair.rule() == FlowParser::RuleAnyName ||
                    repair.rule() == FlowParser::RuleBindingList;
  // In an expression another name is missing, and the brackets around may be its own: `p(x: (a.))`.
  if (!list || !repair.In(FlowParser::RuleCall) || repair.In(FlowParser::RuleExpression)) return false;
  const std::uint32_t open = repair.OpenerAround(at);
  if (repair.Type(open) != FlowParser::LPAREN || open >= at) return false;
  const bool literal = at == open + 1 || repair.Type(at - 1) == FlowParser::COMMA;
  if (literal ? !repair.BeginsOperand(at) : !ContinuesExpression(repair, at)) return false;
  const std::uint32_t close = repair.Partner(open);
  std::vector<Token> tokens;
  bool found = false;
  std::uint32_t before = open;
  for (const std::uint32_t index : repair.Level(open + 1, close)) {
    const bool begins = before == open || repair.Type(before) == FlowParser::COMMA;
    if (begins && repair.BeginsOperand(index) && !IsNamed(repair, index)) {
      tokens.push_back(repair.Insert(FlowParser::IDENTIFIER, before));
      tokens.push_back(repair.Insert(FlowParser::COLON, before));
      found = true;
    }
    const std::uint32_t end = IsOpener(repair.Type(index)) ? repair.Partner(index) + 1 : index + 1;
    const std::vector<Token> part = repair.Copy(index, end);
    tokens.insert(tokens.end(), part.begin(), part.end());
    before = end - 1;
  }
  return found && repair.Change(open + 1, close, std::move(tokens));
}

}  // namespace meshc::syntax
