#include <fmt/core.h>

#include <array>
#include <utility>

#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/sema/expressions/quantity.h"
#include "compiler/support/enumerator.h"

namespace meshc::sema {
namespace {

std::int64_t NanosecondsPer(syntax::Unit unit) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  switch (unit) {
    case syntax::Unit::kMilliseconds: return 1'000'000;
    case syntax::Unit::kSeconds: return kSecond;
    case syntax::Unit::kMinutes: return 60 * kSecond;
    case syntax::Unit::kHours: return 3600 * kSecond;
    case syntax::Unit::kDays: return 24 * 3600 * kSecond;
    case syntax::Unit::kNone:
    case syntax::Unit::kKibi:
    case syntax::Unit::kMebi:
    case syntax::Unit::kGibi: return 0;
  }
  NoSuchEnumerator();
}

}  // namespace

std::optional<std::int64_t> Nanoseconds(const syntax::Quantity& quantity) {
  const std::int64_t unit = NanosecondsPer(quantity.unit);
  std::int64_t result = 0;
  if (unit == 0 || __builtin_mul_overflow(quantity.value, unit, &result)) return std::nullopt;
  return result;
}

std::string WriteDuration(std::int64_t nanoseconds) {
  using syntax::Unit;
  constexpr std::array<std::pair<Unit, const char*>, 4> kUnits{
      {{Unit::kDays, "d"}, {Unit::kHours, "h"}, {Unit::kMinutes, "m"}, {Unit::kSeconds, "s"}}};
  for (const auto& [unit, name] : kUnits) {
    const std::int64_t length = NanosecondsPer(unit);
    if (nanoseconds % length == 0) return fmt::format("{}{}", nanoseconds / length, name);
  }
  return fmt::format("{}ms", nanoseconds / NanosecondsPer(Unit::kMilliseconds));
}

std::optional<std::int64_t> PositiveDuration(Context& context, const syntax::Quantity& quantity) {
  const auto nanoseconds = Nanoseconds(quantity);
  if (nanoseconds && *nanoseconds > 0) return nanoseconds;
  const bool too_long = NanosecondsPer(quantity.unit) != 0 && quantity.value > 0;
  context.diagnostics
      .Report(diag::BadDuration, quantity.range, Lexeme{std::string(context.sources.Text(quantity.range))})
      .AddHelp(too_long ? "the longest one is `106751d`, some 292 years"
                        : "write a number with one of the units `ms`, `s`, `m`, `h` and `d`, such as `30s`");
  return std::nullopt;
}

std::optional<std::int64_t> ReadDuration(Context& context, const syntax::DurationClause& clause) {
  if (!clause.present) return std::nullopt;
  return PositiveDuration(context, clause.value);
}

bool CheckCount(Context& context, const syntax::CountClause& count, std::string_view what,
                std::int64_t limit) {
  if (count.value >= 1 && count.value <= limit) return true;
  const bool unlimited = limit == kNoLimit && count.value < 1;
  context.diagnostics.Report(diag::CountOutOfRange, count.range, Word{std::string(what)}, Number{count.value},
                             Word{unlimited ? "at least 1" : fmt::format("from 1 to {}", limit)});
  return false;
}

}  // namespace meshc::sema
