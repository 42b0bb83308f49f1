// Clauses and their numbers: `retry 4 times`, `timeout: 30s`, `timeout 30 seconds`, `repeat 3`.
#include "compiler/syntax/parse/repairs.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

bool RetryTimes(Repair& repair) {
  const std::uint32_t at = repair.at();
  const bool counted = repair.IsWord(at, {"times", "attempts", "tries", "rounds"}) &&
                       repair.Type(at - 1) == FlowParser::NUMBER;
  if (!counted) return false;
  const std::uint32_t first = repair.Is(at - 2, {FlowParser::RETRY, FlowParser::MAX}) ? at - 2 : at - 1;
  return repair.Respell(first, at + 1, repair.Source(first, at), repair.Copy(first, at));
}

/// `repeat 3 { ... }`, `loop 3 times { ... }`
bool CountWithoutMax(Repair& repair) {
  const std::uint32_t at = repair.at();
  const bool loop =
      repair.Is(at - 1, {FlowParser::REPEAT, FlowParser::LOOP}) ||
      (repair.rule() == FlowParser::RuleRouterDeclaration && repair.Type(at - 1) == FlowParser::RBRACE);
  if (!loop || repair.Type(at) != FlowParser::NUMBER) return false;
  const std::uint32_t end = repair.IsWord(at + 1, {"times", "rounds"}) ? at + 2 : at + 1;
  return repair.Respell(at, end, "max " + std::string(repair.Text(at)),
                        {repair.Insert(FlowParser::MAX, at - 1), repair.At(at)});
}

/// `timeout: 30s;`, `timeout = 30s;`
bool SignBehindWord(Repair& repair) {
  const std::uint32_t at = repair.at();
  const bool clause =
      repair.Is(at - 1, {FlowParser::TIMEOUT, FlowParser::RETRY, FlowParser::EFFECT, FlowParser::UNDO,
                         FlowParser::CONCURRENCY, FlowParser::RAISES, FlowParser::MAX, FlowParser::WIDTH,
                         FlowParser::WAIT, FlowParser::SLA, FlowParser::BACKOFF});
  if (!clause || !repair.Is(at, {FlowParser::COLON, FlowParser::ASSIGN})) return false;
  return repair.Respell(at - 1, at + 1, std::string(repair.Text(at - 1)), repair.Copy(at - 1, at));
}

/// `retry(4)`, `timeout(30s)`
bool ClauseAsCall(Repair& repair) {
  const std::uint32_t at = repair.at();
  const bool clause = repair.Is(at - 1, {FlowParser::TIMEOUT, FlowParser::RETRY, FlowParser::CONCURRENCY,
                                         FlowParser::MAX, FlowParser::WIDTH});
  if (!clause || repair.Type(at) != FlowParser::LPAREN || repair.Partner(at) != at + 2) return false;
  return repair.Respell(at - 1, at + 3, repair.Source(at - 1, at) + " " + std::string(repair.Text(at + 1)),
                        {repair.At(at - 1), repair.At(at + 1)});
}

/// `raises [a, b];`, and `throws a;`
bool RaisesList(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.Type(at - 1) == FlowParser::RAISES && repair.Is(at, {FlowParser::LBRACKET, FlowParser::LPAREN}))
    return repair.Respell(at, repair.Partner(at) + 1, repair.Source(at + 1, repair.Partner(at)),
                          repair.Copy(at + 1, repair.Partner(at)));
  const bool property =
      repair.rule() == FlowParser::RulePropertyBlock || repair.rule() == FlowParser::RuleProperty;
  if (!property || !repair.IsWord(at, {"throws", "throw", "errors", "raise", "error"})) return false;
  return repair.Respell(at, at + 1, "raises", {repair.As(FlowParser::RAISES, at)});
}

/// `float(0.0, 1.0)`, `int(1-5)`, `int(1 to 5)`, `int(min: 1, max: 5)`
bool RangeSign(Repair& repair) {
  if (!repair.In(FlowParser::RuleConstraint)) return false;
  const std::uint32_t open = repair.OpenerAround(repair.at());
  const std::uint32_t close = repair.Partner(open);
  std::vector<Token> numbers;
  std::string low;
  std::string high;
  for (std::uint32_t index = open + 1; index < close; ++index) {
    const bool signed_number = repair.Type(index) == FlowParser::MINUS &&
                               repair.Type(index + 1) == FlowParser::NUMBER &&
                               repair.Type(index - 1) != FlowParser::NUMBER;
    if (signed_number || repair.Type(index) == FlowParser::NUMBER) {
      std::string& text = numbers.empty() ? low : high;
      if (!high.empty()) return false;
      if (signed_number) numbers.push_back(repair.At(index++));
      text = (signed_number ? "-" : "") + std::string(repair.Text(index));
      numbers.push_back(repair.At(index));
      if (high.empty())
        numbers.push_back(Token(FlowParser::RANGE, repair.At(index).end(), repair.At(index).end()));
    } else if (!repair.Is(index,
                          {FlowParser::COMMA, FlowParser::MINUS, FlowParser::COLON, FlowParser::ASSIGN}) &&
               !repair.IsWord(index, {"to", "min", "max", "minimum", "maximum", "ge", "le", "gte", "lte"})) {
      return false;
    }
  }
  if (low.empty() || high.empty()) return false;
  return repair.Respell(open + 1, close, low + ".." + high, std::move(numbers));
}

/// `each x in xs parallel 3 {`
bool WidthByWord(Repair& repair) {
  const std::uint32_t at = repair.at();
  const bool each = repair.Type(repair.BeginOfItem(at)) == FlowParser::EACH &&
                    repair.IsWord(at, {"parallel", "concurrency", "workers", "threads"}) &&
                    repair.Type(at + 1) == FlowParser::NUMBER;
  return each && repair.Respell(at, at + 1, "width", {repair.As(FlowParser::WIDTH, at)});
}

struct UnitWords {
  std::string_view unit;
  std::initializer_list<std::string_view> words;
};

const UnitWords kUnitWords[] = {
    {"ms", {"ms", "msec", "msecs", "millis", "millisecond", "milliseconds"}},
    {"s", {"s", "sec", "secs", "second", "seconds"}},
    {"m", {"m", "min", "mins", "minute", "minutes"}},
    {"h", {"h", "hr", "hrs", "hour", "hours"}},
    {"d", {"d", "day", "days"}},
};

/// `30 seconds`, `30 s`
bool UnitApart(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.Type(at - 1) != FlowParser::NUMBER) return false;
  for (const UnitWords& row : kUnitWords) {
    if (!repair.IsWord(at, row.words)) continue;
    const std::string meant = std::string(repair.Text(at - 1)) + std::string(row.unit);
    return repair.Respell(at - 1, at + 1, meant, {repair.Read(FlowParser::NUMBER, at - 1, meant)});
  }
  return false;
}

/// `"30s"` where a number stands.
bool NumberInQuotes(Repair& repair) {
  const std::uint32_t at = repair.at();
  const bool clause = repair.Is(at - 1, {FlowParser::TIMEOUT, FlowParser::RETRY, FlowParser::CONCURRENCY,
                                         FlowParser::MAX, FlowParser::WIDTH, FlowParser::SLA});
  if (!clause || repair.Type(at) != FlowParser::STRING) return false;
  const std::string text(repair.Text(at).substr(1, repair.Text(at).size() - 2));
  const bool number = !text.empty() && text.front() >= '0' && text.front() <= '9' &&
                      text.find_first_not_of("0123456789msh") == std::string::npos;
  return number && repair.Respell(at, at + 1, text, {repair.Read(FlowParser::NUMBER, at, text)});
}

}  // namespace

bool RepairClauses(Repair& repair) {
  return WidthByWord(repair) || RaisesList(repair) || RangeSign(repair) || RetryTimes(repair) ||
         CountWithoutMax(repair) || SignBehindWord(repair) || ClauseAsCall(repair) || UnitApart(repair) ||
         NumberInQuotes(repair);
}

}  // namespace meshc::syntax
