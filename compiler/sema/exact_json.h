// JSON that keeps the digits of its numbers.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace meshc::sema {

/// The text as a tree; none if it is not JSON. A number that is not written as an int of 64 bits is a
/// node of kind `binary`, which no text has, with its digits.
std::optional<nlohmann::json> ParseExact(std::string_view text);

/// The digits of such a node; none: it is of another kind.
std::optional<std::string> DigitsOf(const nlohmann::json& node);

}  // namespace meshc::sema
