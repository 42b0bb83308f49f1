#include "compiler/sema/deploys/amounts.h"

#include "compiler/support/enumerator.h"

namespace meshc::sema {
namespace {

using syntax::LiteralKind;
using syntax::Unit;

std::int64_t BytesPer(Unit unit) {
  constexpr std::int64_t kKibi = 1024;
  switch (unit) {
    case Unit::kKibi: return kKibi;
    case Unit::kMebi: return kKibi * kKibi;
    case Unit::kGibi: return kKibi * kKibi * kKibi;
    case Unit::kNone:
    case Unit::kMilliseconds:
    case Unit::kSeconds:
    case Unit::kMinutes:
    case Unit::kHours:
    case Unit::kDays: return 0;
  }
  NoSuchEnumerator();
}

std::optional<types::Stated<std::int64_t>> Product(std::int64_t count, std::int64_t unit,
                                                   source::SourceRange range) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(count, unit, &product) || product <= 0) return std::nullopt;
  return types::Stated<std::int64_t>{product, range};
}

}  // namespace

std::optional<types::Stated<std::int64_t>> BytesOf(const syntax::LiteralExpression& literal) {
  if (literal.literal != LiteralKind::kQuantity) return std::nullopt;
  return Product(literal.quantity.value, BytesPer(literal.quantity.unit), literal.range);
}

std::optional<types::Stated<std::int64_t>> MilliCpuOf(const syntax::LiteralExpression& literal) {
  constexpr std::int64_t kMilli = 1000;
  if (literal.literal == LiteralKind::kInt) return Product(literal.integer, kMilli, literal.range);
  // In the place of a share `m` means thousandths, not minutes.
  const bool milli = literal.literal == LiteralKind::kQuantity && literal.quantity.unit == Unit::kMinutes;
  return milli ? Product(literal.quantity.value, 1, literal.range) : std::nullopt;
}

}  // namespace meshc::sema
