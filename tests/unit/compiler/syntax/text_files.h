// Valid files of the tests, as text.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/support/places.h"

namespace meshc::syntax {

inline std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Files that together hold every construct of the language.
inline std::vector<std::string> Corpus() {
  const std::filesystem::path folder = test::SourceFolder() / "tests/file/syntax";
  std::vector<std::string> texts;
  for (const char* name : {"declarations/fail_all", "declarations/fail_whole_file", "statements/all",
                           "scenarios/all", "deploys/flavor_and_deploy"}) {
    texts.push_back(ReadFile(folder / (std::string(name) + ".flow")));
  }
  return texts;
}

}  // namespace meshc::syntax
