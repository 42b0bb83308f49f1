// Loops over lists as other languages write them: `for x of xs`, `each xs as x`, `for k in 0..3`.
#include <charconv>

#include "compiler/syntax/parse/repairs.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

using diagnostics::Applicability;

/// `for k in 0..3 {`, `for k in range(3) {`: the numbers of a short range, as a list.
bool ForRange(Repair& repair, std::uint32_t first) {
  if (!repair.IsWord(first, {"for", "foreach", "each"}) || !IsWord(repair.Type(first + 1)) ||
      repair.Type(first + 2) != FlowParser::IN)
    return false;
  const std::uint32_t list = first + 3;
  const std::uint32_t end = repair.FindEnd(list);
  const bool dots = repair.Type(list) == FlowParser::NUMBER && repair.Type(list + 1) == FlowParser::RANGE &&
                    repair.Type(list + 2) == FlowParser::NUMBER && list + 3 == end;
  const bool call = repair.IsWord(list, {"range"}) && repair.Type(list + 1) == FlowParser::LPAREN &&
                    repair.Type(list + 2) == FlowParser::NUMBER && repair.Partner(list + 1) + 1 == end &&
                    list + 4 == end;
  if (!dots && !call) return false;
  constexpr unsigned kLongestList = 16;
  unsigned from = 0;
  unsigned to = 0;
  const auto number = [&](std::uint32_t index, unsigned& value) {
    const std::string_view text = repair.Text(index);
    return std::from_chars(text.data(), text.data() + text.size(), value).ptr == text.data() + text.size();
  };
  if ((dots && !number(list, from)) || !number(list + 2, to) || to <= from || to - from > kLongestList)
    return false;
  std::vector<Token> tokens{repair.As(FlowParser::EACH, first), repair.At(first + 1), repair.At(first + 2),
                            repair.As(FlowParser::LBRACKET, list)};
  std::string meant;
  for (unsigned value = from; value < to; ++value) {
    if (value > from) tokens.push_back(repair.Insert(FlowParser::COMMA, end - 1));
    tokens.push_back(repair.Read(FlowParser::NUMBER, list, std::to_string(value)));
    meant += (value > from ? ", " : "") + std::to_string(value);
  }
  tokens.push_back(repair.As(FlowParser::RBRACKET, end - 1));
  return repair.Respell(first, end, "each " + std::string(repair.Text(first + 1)) + " in [" + meant + "]",
                        std::move(tokens), Applicability::kMaybe);
}

/// `for x in xs {`, `for (const x of xs) {`, `foreach x in xs {`, `each (x in xs) {`
bool ForEach(Repair& repair, std::uint32_t first) {
  const bool loop = repair.IsWord(first, {"for", "foreach", "each"});
  if (!loop) return false;
  std::uint32_t name = first + 1;
  if (repair.IsWord(first, {"for"}) && repair.Type(name) == FlowParser::EACH) ++name;
  const bool brackets = repair.Type(name) == FlowParser::LPAREN;
  const std::uint32_t end = brackets ? repair.Partner(name) : repair.FindEnd(name);
  if (brackets) ++name;
  if (repair.IsWord(name, {"const", "let", "var", "auto"})) ++name;
  // `each xs as x {`
  if (repair.Type(name + 1) == FlowParser::AS && name + 3 == end) {
    const std::string swapped =
        "each " + std::string(repair.Text(name + 2)) + " in " + std::string(repair.Text(name));
    return repair.Respell(first, brackets ? end + 1 : end, swapped,
                          {repair.As(FlowParser::EACH, first), repair.At(name + 2),
                           repair.As(FlowParser::IN, name + 1), repair.At(name)});
  }
  const bool in = repair.Type(name + 1) == FlowParser::IN || repair.IsWord(name + 1, {"of"});
  if (!IsWord(repair.Type(name)) || !in || name + 2 >= end) return false;
  const std::string meant = "each " + std::string(repair.Text(name)) + " in " + repair.Source(name + 2, end);
  std::vector<Token> tokens{repair.As(FlowParser::EACH, first), repair.At(name),
                            repair.As(FlowParser::IN, name + 1)};
  for (std::uint32_t index = name + 2; index < end; ++index) tokens.push_back(repair.At(index));
  return repair.Respell(first, brackets ? end + 1 : end, meant, std::move(tokens));
}

}  // namespace

bool RepairLoops(Repair& repair, std::uint32_t first) {
  return ForRange(repair, first) || ForEach(repair, first);
}

}  // namespace meshc::syntax
