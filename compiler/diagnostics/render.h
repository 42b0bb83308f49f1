// Prints diagnostics. Each renderer is a function from values to text; none decides anything.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/source/source_manager.h"

namespace meshc::diagnostics {

/// For people: `file:line:col: error[MC3012]: message`, source line, caret, labels, notes, help.
std::string RenderText(const std::vector<Diagnostic>& diagnostics, const source::SourceManager& sources,
                       bool colour);

/// The diagnostics of one root file with the sources that their places count in. Owns nothing.
struct FoundIn {
  const std::vector<Diagnostic>* diagnostics = nullptr;
  const source::SourceManager* sources = nullptr;
  std::string_view root;  ///< Path of the root file; empty: unknown.
  std::string_view
      problem;  ///< Why there are no diagnostics, as the file could not be read; empty: it could.
};

/// For tools: one JSON array, an object per diagnostic with code, severity, message, place
/// (file, line, column, byte range), labels, notes, path and fixes with their edits.
std::string RenderJson(const std::vector<FoundIn>& found);

/// SARIF 2.1.0 (OASIS): one run with a rule per code that was found, and fingerprints that
/// outlive edits elsewhere in a file. `version` is that of meshc.
std::string RenderSarif(const std::vector<FoundIn>& found, std::string_view version);

/// Workflow commands of GitHub Actions, one a line: `::error file=…,line=…,title=MC3012::message`.
/// `folder`: the folder that relative names of files begin in, as a path below GitHub's workspace; empty: the
/// workspace.
std::string RenderGithub(const std::vector<FoundIn>& found, std::string_view folder = {});

/// GitLab's Code Quality: an array of issues with fingerprints that outlive edits elsewhere.
std::string RenderGitlab(const std::vector<FoundIn>& found);

/// For a comment on a pull request: a list, errors first as they stand. No name in it is taken for markup.
std::string RenderMarkdown(const std::vector<FoundIn>& found);

}  // namespace meshc::diagnostics
