#include "compiler/loading/library.h"

#include <algorithm>

#include "compiler/diagnostics/diagnostics.h"

namespace meshc::loading {

/// Embedded by the build: a file of `stdlib/`, and the list of their names, one a line.
std::string_view LibraryFile(std::string_view path);
std::string_view LibraryIndex(std::string_view path);

std::string_view FindLibrary(std::string_view name) { return LibraryFile(std::string(name) + ".flow"); }

std::vector<std::string_view> LibraryNames() {
  std::vector<std::string_view> names;
  std::string_view index = LibraryIndex("index.txt");
  while (!index.empty()) {
    const std::size_t end = std::min(index.find('\n'), index.size());
    if (end > 0) names.push_back(index.substr(0, end));
    index.remove_prefix(std::min(end + 1, index.size()));
  }
  return names;
}

bool IsLibrary(const source::SourceManager& sources, source::FileId file) {
  constexpr std::string_view kFolder = "std/";
  constexpr std::string_view kEnding = ".flow";
  std::string_view name = sources.Name(file);
  if (!name.starts_with(kFolder) || !name.ends_with(kEnding)) return false;
  name.remove_prefix(kFolder.size());
  name.remove_suffix(kEnding.size());
  const std::string_view text = FindLibrary(name);
  return !text.empty() && text == sources.Text(file);
}

std::string DescribeLibrary() {
  std::vector<std::string> names;
  for (const std::string_view name : LibraryNames()) names.push_back("std." + std::string(name));
  if (names.empty()) return "the standard library of this version is empty";
  return "the standard library has " + diagnostics::JoinNames(names).text;
}

}  // namespace meshc::loading
