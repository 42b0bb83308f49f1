#include "compiler/budget/words.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace meshc::budget {
namespace {

struct Unit {
  std::int64_t nanoseconds;
  std::string_view name;
};

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::array<Unit, 7> kUnits{{{24 * 3600 * kSecond, "d"},
                                      {3600 * kSecond, "h"},
                                      {60 * kSecond, "m"},
                                      {kSecond, "s"},
                                      {1'000'000, "ms"},
                                      {1'000, "us"},
                                      {1, "ns"}}};

constexpr std::int64_t kBillion = 1'000'000'000;

std::string Saturated(Amount amount, const std::string& text) {
  return amount.is_saturated() ? "more than " + text : text;
}

}  // namespace

std::string TimeText(Amount nanoseconds) {
  if (!nanoseconds.is_bounded()) return "any time";
  if (nanoseconds == Amount()) return "no time";
  if (nanoseconds.is_saturated()) {
    return fmt::format("more than {}{}", nanoseconds.value() / kUnits[0].nanoseconds, kUnits[0].name);
  }
  std::string text;
  std::int64_t rest = nanoseconds.value();
  for (const Unit& unit : kUnits) {
    if (rest < unit.nanoseconds) continue;
    text += fmt::format("{}{}{}", text.empty() ? "" : " ", rest / unit.nanoseconds, unit.name);
    rest %= unit.nanoseconds;
  }
  return text;
}

std::string CountText(Amount count) {
  if (!count.is_bounded()) return "unbounded";
  return Saturated(count, fmt::format("{}", count.value()));
}

std::string MoneyText(Amount money) {
  if (!money.is_bounded()) return "unbounded";
  std::string text = fmt::format("{}.{:09}", money.value() / kBillion, money.value() % kBillion);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return Saturated(money, text);
}

}  // namespace meshc::budget
