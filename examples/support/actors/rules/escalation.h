// Whether a customer wants somebody else to decide.
#pragma once

#include <string_view>

#include "shop_support/types.h"

namespace shop_support::rules {

/// One for each word, three for each phrase; wished from 3 on.
Escalation FindEscalation(std::string_view message);

}  // namespace shop_support::rules
