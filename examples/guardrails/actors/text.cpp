#include "text.h"

#include <algorithm>

namespace desk_assistant::text {
namespace {

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::vector<std::string> Words(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (IsLetter(c)) {
      words.back() += Lower(c);
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

std::vector<std::string> Sentences(std::string_view text) {
  std::vector<std::string> sentences;
  while (true) {
    const std::size_t begin = text.find_first_not_of(' ');
    const std::size_t end = text.find('.');
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return sentences;
    sentences.emplace_back(text.substr(begin, end + 1 - begin));
    text.remove_prefix(end + 1);
  }
}

bool Holds(const std::vector<std::string>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool SharesLongWord(std::string_view a, std::string_view b) {
  const std::vector<std::string> others = Words(b);
  return std::ranges::any_of(Words(a),
                             [&](const std::string& word) { return word.size() > 3 && Holds(others, word); });
}

}  // namespace desk_assistant::text
