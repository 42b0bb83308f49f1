// Whether a message complains.
#pragma once

#include <string_view>

#include "shop_support/types.h"

namespace shop_support::rules {

/// Three for each complaining phrase, one for each such word. A complaint from 2 on, among kind words from 4
/// on.
Complaint FindComplaint(std::string_view message);

}  // namespace shop_support::rules
