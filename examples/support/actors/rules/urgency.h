// How soon an answer is needed.
#pragma once

#include <string_view>

#include "shop_support/types.h"

namespace shop_support::rules {

/// One for each urgent word, two for each urgent phrase; high from 3 on, medium from 1 on.
Urgency FindUrgency(std::string_view message);

}  // namespace shop_support::rules
