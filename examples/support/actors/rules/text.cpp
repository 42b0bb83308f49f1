#include "text.h"

#include <re2/re2.h>

#include <algorithm>

namespace shop_support::rules {
namespace {

re2::StringPiece Piece(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace

std::string Lower(std::string_view text) {
  std::string lowered(text);
  std::transform(lowered.begin(), lowered.end(), lowered.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lowered;
}

std::vector<std::string> Tokens(std::string_view text) {
  static const re2::RE2 word(R"(([\pL\pN_]+))");
  const std::string lowered = Lower(text);
  re2::StringPiece rest = Piece(lowered);
  std::vector<std::string> tokens;
  for (std::string token; re2::RE2::FindAndConsume(&rest, word, &token);) tokens.push_back(token);
  return tokens;
}

int CountTokens(std::span<const std::string> tokens, std::span<const std::string_view> words) {
  return static_cast<int>(std::count_if(tokens.begin(), tokens.end(),
                                        [&](const std::string& token) { return IsOneOf(token, words); }));
}

bool IsOneOf(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

int CountPatterns(std::string_view text, std::span<const std::string_view> patterns) {
  return static_cast<int>(std::count_if(patterns.begin(), patterns.end(),
                                        [&](std::string_view pattern) { return Found(text, pattern); }));
}

std::string Shorten(std::string_view text, std::size_t length) {
  if (text.size() <= length) return std::string(text);
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  while (length > 0 && continues(text[length])) --length;
  return std::string(text.substr(0, length)) + "...";
}

bool Found(std::string_view text, std::string_view pattern) {
  re2::RE2::Options options;
  options.set_case_sensitive(false);
  options.set_dot_nl(true);
  return re2::RE2::PartialMatch(Piece(text), re2::RE2(Piece(pattern), options));
}

}  // namespace shop_support::rules
