// Composes the texts that customers read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "shop_support/types.h"

namespace shop_support::rules {

/// The template, what was done, what the history says, and the numbers that the message named.
/// The text for a complaint always holds "apologize", "understand" or "sorry".
std::string WriteAnswer(const Sentiment& sentiment, const Intent& intent,
                        const std::vector<ActionReport>& actions, const std::optional<OrderHistory>& history);

/// The response that leaves the mesh: a fallback before an answer, an answer before a bare handoff.
Response Aggregate(const std::string& draft, bool handed_over, const std::optional<std::string>& fallback,
                   const std::vector<ActionReport>& actions);

}  // namespace shop_support::rules
