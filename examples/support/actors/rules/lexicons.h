// The word lists of the rules.
#pragma once

#include <span>
#include <string_view>

namespace shop_support::rules {

std::span<const std::string_view> PositiveWords();
std::span<const std::string_view> NegativeWords();
/// Words that strengthen one of the two words after them.
std::span<const std::string_view> Intensifiers();
/// Words that turn around one of the two words after them.
std::span<const std::string_view> Negations();
std::span<const std::string_view> UrgencyWords();
std::span<const std::string_view> ComplaintWords();
std::span<const std::string_view> EscalationWords();

}  // namespace shop_support::rules
