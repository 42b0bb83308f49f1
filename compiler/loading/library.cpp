#include "compiler/loading/library.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <vector>

#include "compiler/diagnostics/diagnostics.h"

namespace meshc::loading {

/// Embedded by the build: a file of `stdlib/`, and the list of their names, one a line.
std::string_view LibraryFile(std::string_view path);
std::string_view LibraryIndex(std::string_view path);

std::string_view FindLibrary(std::string_view name) { return LibraryFile(std::string(name) + ".flow"); }

std::string DescribeLibrary() {
  const std::string_view index = LibraryIndex("index.txt");
  llvm::SmallVector<llvm::StringRef, 8> lines;
  llvm::StringRef(index.data(), index.size()).split(lines, '\n', -1, false);
  if (lines.empty()) return "the standard library of this version is empty";
  std::vector<std::string> names;
  for (const llvm::StringRef line : lines) names.push_back("std." + line.str());
  return "the standard library has " + diagnostics::JoinNames(names).text;
}

}  // namespace meshc::loading
