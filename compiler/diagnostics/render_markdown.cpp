#include <fmt/format.h>

#include "compiler/diagnostics/prose.h"
#include "compiler/diagnostics/render.h"
#include "compiler/support/markdown.h"

namespace meshc::diagnostics {
namespace {

std::string Where(const FoundIn& part, source::SourceRange range) {
  if (!range.has_value()) return MarkdownCode(part.root);
  return MarkdownCode(fmt::format("{}:{}", part.sources->Name(range.file),
                                  part.sources->Locate(range.file, range.begin).line));
}

}  // namespace

std::string RenderMarkdown(const std::vector<FoundIn>& found) {
  std::string text;
  for (const FoundIn& part : found) {
    if (!part.problem.empty()) text += fmt::format("- **error** {}\n", MarkdownText(part.problem));
    for (const Diagnostic& diagnostic : *part.diagnostics) {
      text += fmt::format(
          "- **{}** {} {}: {}\n", diagnostic.severity == Severity::kError ? "error" : "warning",
          PrintCode(diagnostic.code), Where(part, diagnostic.range), MarkdownText(Prose(diagnostic)));
    }
  }
  return text.empty() ? "Nothing was found.\n" : text;
}

}  // namespace meshc::diagnostics
