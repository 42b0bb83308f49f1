// What may not be sent to a customer.
#pragma once

#include <string_view>

#include "shop_support/types.h"

namespace shop_support::rules {

/// Fails on forbidden words, personal data and an empty text; warns of promises and large amounts.
/// A finding names its rule, never the text that was found.
Guardrail Validate(std::string_view text);

}  // namespace shop_support::rules
