// The shop's own words.
#pragma once

#include <string_view>

#include "shop_support/types.h"

namespace shop_support::rules {

/// The answer to an intent, in the tone that fits the sentiment. Never empty.
std::string_view TemplateFor(Category category, SentimentLabel label);

/// A safe text for the case that no answer could be written. Never empty.
std::string_view FallbackFor(std::string_view reason);

}  // namespace shop_support::rules
