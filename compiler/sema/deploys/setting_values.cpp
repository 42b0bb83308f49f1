// The values in settings, each by its kind.
#include <fmt/format.h>
#include <llvm/Support/Casting.h>

#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/deploys/amounts.h"
#include "compiler/sema/deploys/setting_words.h"
#include "compiler/sema/expressions/quantity.h"

namespace meshc::sema {

using syntax::LiteralExpression;
using syntax::LiteralKind;

namespace {

/// True if the literal stands for a number that could not be read, which was reported.
bool IsUnreadable(const LiteralExpression& literal, std::string_view text) {
  std::string digits(text);
  std::erase(digits, '_');
  return literal.literal == LiteralKind::kInt && digits != std::to_string(literal.integer);
}

}  // namespace

template <typename Read>
auto SettingWords::TakeLiteral(std::string_view expected, Read read)
    -> decltype(read(std::declval<const LiteralExpression&>())) {
  if (failed_) return std::nullopt;
  const auto* literal = llvm::dyn_cast_or_null<LiteralExpression>(Next());
  failed_ = scope_.recovered && literal != nullptr &&
            IsUnreadable(*literal, scope_.context.sources.Text(literal->range));
  if (failed_) return std::nullopt;
  auto value = literal == nullptr ? std::nullopt : read(*literal);
  if (value)
    ++at_;
  else
    Fail(expected);
  return value;
}

Found<std::string> SettingWords::TakeText(TextKind kind) {
  const auto text = TakeLiteral("a text in quotes", [](const LiteralExpression& literal) {
    Found<std::string> found;
    if (literal.literal == LiteralKind::kString) found = {literal.string.str(), literal.range};
    return found;
  });
  return text && CheckText(kind, *text) ? text : std::nullopt;
}

bool SettingWords::CheckText(TextKind kind, const types::Stated<std::string>& text) {
  if (IsWellFormed(kind, text.value)) return true;
  scope_.context.diagnostics
      .Report(diag::MalformedText, text.range, Lexeme{std::string(scope_.context.sources.Text(text.range))},
              Word{std::string(Describe(kind))})
      .AddHelp(std::string(RuleOf(kind)));
  return false;
}

Found<std::int64_t> SettingWords::TakeNumber() {
  return TakeLiteral("a whole number", [](const LiteralExpression& literal) {
    Found<std::int64_t> found;
    if (literal.literal == LiteralKind::kInt) found = {literal.integer, literal.range};
    return found;
  });
}

bool SettingWords::CheckCount(const types::Stated<std::int64_t>& count, std::int64_t lowest,
                              std::int64_t highest) {
  if (count.value >= lowest && count.value <= highest) return true;
  const std::string bounds =
      count.value < lowest ? fmt::format("at least {}", lowest) : fmt::format("at most {}", highest);
  scope_.context.diagnostics.Report(diag::CountOutOfRange, count.range, Word{subject_}, Number{count.value},
                                    Word{bounds});
  return false;
}

std::optional<std::uint32_t> SettingWords::TakeCount(std::int64_t lowest) {
  const auto count = TakeNumber();
  if (!count || !CheckCount(*count, lowest)) return std::nullopt;
  return static_cast<std::uint32_t>(count->value);
}

std::optional<std::uint32_t> SettingWords::TakePort() {
  constexpr std::int64_t kLastPort = 65535;
  const auto port = TakeNumber();
  if (!port || !CheckCount(*port, 1, kLastPort)) return std::nullopt;
  return static_cast<std::uint32_t>(port->value);
}

std::optional<syntax::Quantity> SettingWords::TakeQuantity() {
  return TakeLiteral("a duration such as `30s`", [](const LiteralExpression& literal) {
    std::optional<syntax::Quantity> found;
    if (literal.literal == LiteralKind::kQuantity) found = literal.quantity;
    return found;
  });
}

Found<std::int64_t> SettingWords::TakeDuration() {
  const auto quantity = TakeQuantity();
  const auto duration = quantity ? PositiveDuration(scope_.context, *quantity) : std::nullopt;
  if (!duration) return std::nullopt;
  return types::Stated<std::int64_t>{*duration, quantity->range};
}

Found<std::int64_t> SettingWords::TakeSize() {
  return TakeLiteral("a size above zero such as `512Mi`", BytesOf);
}

Found<std::int64_t> SettingWords::TakeCpu() {
  return TakeLiteral("a share of cores above zero such as `2` or `500m`", MilliCpuOf);
}

}  // namespace meshc::sema
