// The handbook, and how it is searched. Stands for an index.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "people_handbook/types.h"

namespace people_handbook::handbook {

struct Entry {
  std::string_view id;
  std::string_view text;
};

std::span<const Entry> Entries();
Passage MakePassage(const Entry& entry, double score);

/// The words that say what a question is about, in lower case, each once.
std::vector<std::string> Keywords(std::string_view question);
/// The words, each followed by those that mean the same.
std::vector<std::string> WithSynonyms(const std::vector<std::string>& words);
/// How many of the words stand in the text.
std::size_t CountShared(const std::vector<std::string>& words, std::string_view text);

}  // namespace people_handbook::handbook
