// Functions that are methods elsewhere: `xs.length()`, `text.contains("a")`.
#include <algorithm>

#include "compiler/syntax/parse/repairs.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

struct MethodRow {
  std::string_view method;
  const char* function;
};

constexpr MethodRow kMethods[] = {
    {"length", "len"},
    {"size", "len"},
    {"count", "len"},
    {"len", "len"},
    {"lower", "lower"},
    {"toLowerCase", "lower"},
    {"to_lower", "lower"},
    {"upper", "upper"},
    {"toUpperCase", "upper"},
    {"to_upper", "upper"},
    {"trim", "trim"},
    {"strip", "trim"},
    {"contains", "contains"},
    {"includes", "contains"},
    {"startswith", "starts_with"},
    {"startsWith", "starts_with"},
    {"starts_with", "starts_with"},
    {"endswith", "ends_with"},
    {"endsWith", "ends_with"},
    {"ends_with", "ends_with"},
    {"matches", "matches"},
    {"match", "matches"},
    {"toString", "string"},
    {"to_string", "string"},
    {"abs", "abs"},
};

}  // namespace

bool RepairMethods(Repair& repair) {
  const std::uint32_t open = repair.at();
  const std::uint32_t name = open - 1;
  if (repair.Type(open) != FlowParser::LPAREN || repair.Type(name - 1) != FlowParser::DOT) return false;
  const auto* row = std::find_if(std::begin(kMethods), std::end(kMethods),
                                 [&](const MethodRow& each) { return each.method == repair.Text(name); });
  if (row == std::end(kMethods)) return false;
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
  std::vector<Token> tokens{repair.Read(FlowParser::IDENTIFIER, name, row->function), repair.At(open)};
  for (std::uint32_t index = first; index < name - 1; ++index) tokens.push_back(repair.At(index));
  if (!more.empty()) tokens.push_back(repair.Insert(FlowParser::COMMA, open));
  for (std::uint32_t index = open + 1; index <= close; ++index) tokens.push_back(repair.At(index));
  return repair.Respell(first, close + 1,
                        std::string(row->function) + "(" + path + (more.empty() ? "" : ", " + more) + ")",
                        std::move(tokens));
}

}  // namespace meshc::syntax
