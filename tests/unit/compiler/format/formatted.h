// Parses and formats texts in memory, and tells what of a file must survive.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "compiler/format/format.h"
#include "compiler/source/source_manager.h"
#include "compiler/syntax/file.h"

namespace meshc::format {

class ParsedFile {
 public:
  explicit ParsedFile(std::string text)
      : id_(sources_.Add("test.flow", std::move(text))),
        file_(syntax::ParseFile(sources_, id_, diagnostics_)) {}

  bool HasErrors() const { return diagnostics_.HasErrors(); }
  std::string Formatted() const { return Format(file_, sources_); }

  /// One line per node without its place. Empty statements are left out, modes are sorted.
  std::vector<std::string> Tree() const {
    std::vector<std::string> nodes;
    const std::string tree = syntax::PrintTree(file_, sources_);
    for (std::size_t begin = 0; begin < tree.size();) {
      const std::size_t end = tree.find('\n', begin);
      std::string line = tree.substr(begin, end - begin);
      line.erase(std::min(line.rfind(" @"), line.size()));
      if (!line.ends_with("Empty")) nodes.push_back(WithSortedModes(line));
      begin = end + 1;
    }
    return nodes;
  }

  /// Without their blanks, which may change.
  std::vector<std::string> Comments() const {
    std::vector<std::string> comments;
    for (const syntax::Comment& comment : file_.comments) {
      std::string text(sources_.Text(comment.range));
      std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
      comments.push_back(text);
    }
    return comments;
  }

 private:
  static std::string WithSortedModes(std::string line) {
    const std::size_t begin = line.find("Field ");
    const std::size_t end = line.find(':');
    if (begin == std::string::npos || end == std::string::npos) return line;
    const std::size_t name = line.rfind(' ', end);
    if (name <= begin + 6) return line;
    // The words may be swapped as wholes only; sorting their letters suffices to compare.
    std::sort(line.begin() + static_cast<std::ptrdiff_t>(begin) + 6,
              line.begin() + static_cast<std::ptrdiff_t>(name));
    return line;
  }

  source::SourceManager sources_;
  source::FileId id_;
  diagnostics::Diagnostics diagnostics_;
  syntax::File file_;
};

inline std::string Formatted(const std::string& text) { return ParsedFile(text).Formatted(); }

/// `statements` as they stand in the body of a flow, without their indentation.
inline std::string FormattedBody(const std::string& statements) {
  const std::string text = Formatted("flow f on E {" + statements + "\n}\n");
  std::string body;
  for (std::size_t begin = text.find('\n') + 1; begin + 2 < text.size();) {
    const std::size_t end = text.find('\n', begin);
    const std::string line = text.substr(begin, end - begin);
    body += (line.starts_with("  ") ? line.substr(2) : line) + "\n";
    begin = end + 1;
  }
  return body;
}

}  // namespace meshc::format
