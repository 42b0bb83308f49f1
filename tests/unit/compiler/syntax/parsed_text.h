// Parses a text in memory, for tests of the parser.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "compiler/diagnostics/render.h"
#include "compiler/syntax/file.h"

namespace meshc::syntax {

class ParsedText {
 public:
  explicit ParsedText(std::string text)
      : id_(sources_.Add("test.flow", std::move(text))), file_(ParseFile(sources_, id_, diagnostics_)) {
    diagnostics::SortBySource(diagnostics_.all());
  }

  const File& file() const { return file_; }
  const diagnostics::Diagnostics& diagnostics() const { return diagnostics_; }
  std::string Tree() const { return PrintTree(file_, sources_); }
  std::string Rendered() const { return diagnostics::RenderText(diagnostics_.all(), sources_, false); }
  std::string_view Text(SourceRange range) const { return sources_.Text(range); }

  /// `MC1040@3` for each finding: its code and line.
  std::vector<std::string> Findings() const {
    std::vector<std::string> findings;
    for (const diagnostics::Diagnostic& diagnostic : diagnostics_.all()) {
      findings.push_back(fmt::format("{}@{}", diagnostics::PrintCode(diagnostic.code),
                                     sources_.Locate(id_, diagnostic.range.begin).line));
    }
    return findings;
  }

  /// The tree without places: one trimmed line per node.
  std::vector<std::string> Nodes() const {
    std::vector<std::string> nodes;
    const std::string tree = Tree();
    for (std::size_t begin = 0; begin < tree.size();) {
      const std::size_t end = tree.find('\n', begin);
      std::string line = tree.substr(begin, end - begin);
      line.erase(std::min(line.rfind(" @"), line.size()));
      nodes.push_back(line.substr(std::min(line.find_first_not_of(' '), line.size())));
      begin = end + 1;
    }
    return nodes;
  }

  bool HasNode(const std::string& node) const {
    const std::vector<std::string> nodes = Nodes();
    return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
  }

 private:
  source::SourceManager sources_;
  source::FileId id_;
  diagnostics::Diagnostics diagnostics_;
  File file_;
};

/// Parses `statements` as the body of a flow that begins on line 1.
inline ParsedText ParseBody(const std::string& statements) {
  return ParsedText("flow f on E {" + statements + "}");
}

/// The value of `set a = <expression>;` in prefix form.
inline std::string ShowExpression(const std::string& expression) {
  const ParsedText parsed = ParseBody("set a = " + expression + ";");
  if (!parsed.Findings().empty()) return parsed.Rendered();
  for (const std::string& node : parsed.Nodes()) {
    if (node.starts_with("Set a = ")) return node.substr(8);
  }
  return {};
}

}  // namespace meshc::syntax
