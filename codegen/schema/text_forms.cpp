#include "codegen/schema/text_forms.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>

namespace meshc::codegen {
namespace {

/// Numbers of as many digits as `limit` has, below it. Empty: there is none.
std::string Below(std::string_view limit) {
  std::string ways;
  for (std::size_t i = 0; i < limit.size(); ++i) {
    if (limit[i] == '0') continue;
    const std::size_t rest = limit.size() - i - 1;
    ways += fmt::format("{}{}[0-{}]", ways.empty() ? "" : "|", limit.substr(0, i), char(limit[i] - 1));
    if (rest > 0) ways += fmt::format("[0-9]{{{}}}", rest);
  }
  return ways;
}

/// Fractions, without their point, that are `limit` at most.
std::string FractionUpTo(std::string_view limit) {
  const std::string rest = fmt::format("[0-9]{{0,{}}}", limit.size() - 1);
  std::string more;
  if (limit.size() > 1) more = fmt::format("(?:{})?", FractionUpTo(limit.substr(1)));
  if (limit.front() == '0') return "0" + more;
  return fmt::format("[0-{}]{}|{}{}", char(limit.front() - 1), limit.size() > 1 ? rest : "", limit.front(),
                     more);
}

}  // namespace

std::string WholeText(std::string_view pattern) { return fmt::format("^(?:{})$(?!\\n)", pattern); }

std::string TimestampForm() {
  constexpr std::string_view kDay =
      "(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31";
  constexpr std::string_view kLeapYear =
      "[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00";
  constexpr std::string_view kTime = "(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\\.[0-9]{1,9})?";
  constexpr std::string_view kOffset = "[Zz]|[+\\-](?:[01][0-9]|2[0-3]):[0-5][0-9]";
  return fmt::format("(?!0000)(?:[0-9]{{4}}-(?:{})|(?:{})-02-29)[Tt]{}(?:{})", kDay, kLeapYear, kTime,
                     kOffset);
}

std::string DurationForm() {
  constexpr std::int64_t kSecond = 1'000'000'000;
  constexpr std::int64_t kLongest = std::numeric_limits<std::int64_t>::max();
  const std::string seconds = std::to_string(kLongest / kSecond);
  const std::string shorter =
      fmt::format(R"((?:[0-9]{{1,{}}}|{})(?:\.[0-9]{{1,9}})?)", seconds.size() - 1, Below(seconds));
  const std::string longest =
      fmt::format(R"({}(?:\.(?:{}))?)", seconds, FractionUpTo(fmt::format("{:09}", kLongest % kSecond)));
  const std::string lowest = fmt::format(R"({}\.{:09})", seconds, kLongest % kSecond + 1);
  return fmt::format("(?:-?0*(?:{}|{})|-0*{})s", shorter, longest, lowest);
}

}  // namespace meshc::codegen
