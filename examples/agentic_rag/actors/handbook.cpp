#include "handbook.h"

#include <algorithm>
#include <set>
#include <utility>

namespace people_handbook::handbook {
namespace {

constexpr Entry kEntries[] = {
    {"h1", "Employees have 28 days of holiday each year."},
    {"h2", "Holiday has to be requested two weeks before."},
    {"h3", "A sick note is due on the third day."},
    {"h4", "Travel by train is paid in second class."},
    {"h5", "Dogs may come to the office if everybody agrees."},
    {"h6", "Parents may work part time until the child is three."},
    {"h7", "Work at the office starts at nine; a part of the team starts later."},
};

/// Words of more than three letters that say nothing.
constexpr std::string_view kEmpty[] = {"does", "have", "many", "much", "they", "what", "when", "with"};

constexpr std::pair<std::string_view, std::string_view> kSynonyms[] = {
    {"vacation", "holiday"}, {"railway", "train"}, {"journey", "travel"}, {"canine", "dogs"}};

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Runs of letters, in lower case.
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

}  // namespace

std::span<const Entry> Entries() { return kEntries; }

Passage MakePassage(const Entry& entry, double score) {
  Passage passage;
  passage.id = entry.id;
  passage.text = entry.text;
  passage.score = score;
  return passage;
}

std::vector<std::string> Keywords(std::string_view question) {
  std::vector<std::string> keywords;
  std::set<std::string> seen;
  for (const std::string& word : Words(question)) {
    if (word.size() <= 3 || std::ranges::find(kEmpty, word) != std::end(kEmpty)) continue;
    if (seen.insert(word).second) keywords.push_back(word);
  }
  return keywords;
}

std::vector<std::string> WithSynonyms(const std::vector<std::string>& words) {
  std::vector<std::string> all;
  for (const std::string& word : words) {
    all.push_back(word);
    for (const auto& [one, other] : kSynonyms) {
      if (word == one) all.emplace_back(other);
      if (word == other) all.emplace_back(one);
    }
  }
  return all;
}

std::size_t CountShared(const std::vector<std::string>& words, std::string_view text) {
  const std::vector<std::string> others = Words(text);
  return static_cast<std::size_t>(std::ranges::count_if(
      words, [&](const std::string& word) { return std::ranges::find(others, word) != others.end(); }));
}

}  // namespace people_handbook::handbook
