// How a message sounds, from the words in it.
#pragma once

#include <string_view>

#include "shop_support/types.h"

namespace shop_support::rules {

/// All of it: tone, urgency, complaint and the wish to escalate.
Sentiment AnalyzeSentiment(std::string_view message);

/// `min(|score| / 3, 1)`
double Intensity(const Sentiment& sentiment);

}  // namespace shop_support::rules
