// Amounts in words, for people.
#pragma once

#include <string>

#include "compiler/budget/amount.h"

namespace meshc::budget {

/// `4m 7s`, `250ms`, `no time`, `any time`; a saturated one is `more than 106751d`.
std::string TimeText(Amount nanoseconds);
/// `12`, `unbounded`
std::string CountText(Amount count);
/// Of billionths: `0.006`, `unbounded`
std::string MoneyText(Amount money);

}  // namespace meshc::budget
