#include "compiler/budget/amount.h"

namespace meshc::budget {

Amount operator+(Amount a, Amount b) {
  if (!a.is_bounded() || !b.is_bounded()) return Amount::Unbounded();
  std::int64_t sum = 0;
  return Amount(__builtin_add_overflow(a.value_, b.value_, &sum) ? Amount::kLargest : sum);
}

Amount operator*(Amount a, Amount b) {
  if (a == Amount() || b == Amount()) return {};
  if (!a.is_bounded() || !b.is_bounded()) return Amount::Unbounded();
  std::int64_t product = 0;
  return Amount(__builtin_mul_overflow(a.value_, b.value_, &product) ? Amount::kLargest : product);
}

}  // namespace meshc::budget
