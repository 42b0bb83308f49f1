// Words of a text, and counting what is found in it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shop_support::rules {

/// ASCII letters in lower case; all other bytes stay.
std::string Lower(std::string_view text);

/// The runs of letters, digits and `_` of the lower-cased text, in order.
std::vector<std::string> Tokens(std::string_view text);

/// How many of `tokens` are in `words`, each as often as it stands there.
int CountTokens(std::span<const std::string> tokens, std::span<const std::string_view> words);

/// True if `word` is in `words`.
bool IsOneOf(std::string_view word, std::span<const std::string_view> words);

/// How many of `patterns` (RE2) are found somewhere in `text`; one counts once.
int CountPatterns(std::string_view text, std::span<const std::string_view> patterns);

/// The first `length` bytes at most, cut between two characters, with an ellipsis if anything is missing.
std::string Shorten(std::string_view text, std::size_t length);

/// True if the pattern (RE2) is found somewhere in `text`, whatever the case.
bool Found(std::string_view text, std::string_view pattern);

}  // namespace shop_support::rules
