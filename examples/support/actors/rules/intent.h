// What a message is about.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shop_support/types.h"

namespace shop_support::rules {

/// The first category one of whose cues stands in the message, and the message's entities.
Intent FindIntent(std::string_view message);

/// Order numbers, references, tracking numbers, e-mail addresses and amounts, by kind, then by place.
std::vector<std::string> FindEntities(std::string_view message);

}  // namespace shop_support::rules
