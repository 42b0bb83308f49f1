#include "compiler/diagnostics/explain_page.h"

#include <llvm/ADT/StringRef.h>

namespace meshc::diagnostics {

/// Embedded by the build: the text of a file in `explain/`.
std::string_view ExplainFile(std::string_view path);

std::string_view ExplainPage(Code code) { return ExplainFile(PrintCode(code) + ".md"); }

std::string PageTitle(std::string_view page) {
  const llvm::StringRef first_line = llvm::StringRef(page.data(), page.size()).split('\n').first;
  return first_line.split(": ").second.str();
}

std::string PageSummary(std::string_view page) {
  const llvm::StringRef text(page.data(), page.size());
  const llvm::StringRef section = text.split("## What happened\n").second.split("\n## ").first.trim();
  std::string summary = section.str();
  for (char& c : summary) {
    if (c == '\n') c = ' ';
  }
  return summary;
}

}  // namespace meshc::diagnostics
