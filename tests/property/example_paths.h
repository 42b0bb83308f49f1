// The flows of the examples and of the standard library, by path.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/places.h"

namespace meshc::property {

inline std::vector<std::string> ExamplePaths() {
  std::vector<std::string> files;
  for (const char* folder : {"examples", "stdlib"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::SourceFolder() / folder)) {
      if (entry.path().extension() == ".flow") files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace meshc::property
