// What a person who takes a ticket over gets to see first.
#pragma once

#include <string_view>

#include "shop_support/types.h"

namespace shop_support::rules {

/// The queue by tier and intent, the priority by urgency, and a summary of one line.
Handoff HandOff(std::string_view message, const Sentiment& sentiment, const Intent& intent,
                const Customer& customer);

}  // namespace shop_support::rules
