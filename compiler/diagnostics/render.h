// Prints diagnostics. Each renderer is a function from values to text; none decides anything.
#pragma once

#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/source/source_manager.h"

namespace meshc::diagnostics {

/// For people: `file:line:col: error[MC3012]: message`, source line, caret, labels, notes, help.
std::string RenderText(const std::vector<Diagnostic>& diagnostics, const source::SourceManager& sources,
                       bool colour);

/// For tools: one JSON array, an object per diagnostic with code, severity, message, place
/// (file, line, column, byte range), labels, notes, path and fixes with their edits.
std::string RenderJson(const std::vector<Diagnostic>& diagnostics, const source::SourceManager& sources);

/// Diagnostics with the sources that their places count in. Owns nothing.
struct FoundIn {
  const std::vector<Diagnostic>* diagnostics = nullptr;
  const source::SourceManager* sources = nullptr;
};
/// The same, for several compilations in one array.
std::string RenderJson(const std::vector<FoundIn>& found);

/// The explain page of a code (Markdown), embedded in the binary. Empty if it has none.
std::string_view ExplainPage(Code code);

}  // namespace meshc::diagnostics
