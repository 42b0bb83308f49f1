// Functions that are methods elsewhere: `xs.length()`, `text.contains("a")`.
#include "compiler/syntax/foreign_words.h"
#include "compiler/syntax/parse/repairs.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
bool RepairMethods(Repair& repair) {
  const std::uint32_t open = repair.at();
  const std::uint32_t name = open - 1;
  if (repair.Type(open) != FlowParser::LPAREN || repair.Type(name - 1) != FlowParser::DOT) return false;
  const std::string function(FunctionMeantBy(repair.Text(name)));
  if (function.empty()) return false;
  std::uint32_t first = name - 1;
  while (repair.Type(first) == FlowParser::DOT) {
    --first;
    while (repair.Is(first, {FlowParser::RBRACKET})) first = repair.Partner(first) - 1;
    if (repair.Type(first - 1) == FlowParser::DOT) --first;
  }
  if (!repair.EndsOperand(first)) return false;
  const std::uint32_t close = repair.Partner(open);
  const std::string path = repair.Source(first, name - 1);
  const std::string more = repair.Source(open + 1, close);
  std::vector<Token> tokens{repair.Read(FlowParser::IDENTIFIER, name, function), repair.At(open)};
  for (std::uint32_t index = first; index < name - 1; ++index) tokens.push_back(repair.At(index));
  if (!more.empty()) tokens.push_back(repair.Insert(FlowParser::COMMA, open));
  for (std::uint32_t index = open + 1; index <= close; ++index) tokens.push_back(repair.At(index));
  return repair.Respell(first, close + 1, function + "(" + path + (more.empty() ? "" : ", " + more) + ")",
                        std::move(tokens));
}

}  // namespace meshc::syntax
