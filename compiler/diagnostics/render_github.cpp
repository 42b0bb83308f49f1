#include <fmt/format.h>

#include <filesystem>

#include "compiler/diagnostics/prose.h"
#include "compiler/diagnostics/render.h"

namespace meshc::diagnostics {
namespace {

/// Workflow commands end at a line end, and their properties at `,` and `:`.
std::string Escape(std::string_view text, bool property) {
  std::string escaped;
  for (const char c : text) {
    const bool escape = c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','));
    if (escape) {
      escaped += fmt::format("%{:02X}", static_cast<unsigned>(c));
    } else {
      escaped += c;
    }
  }
  return escaped;
}

/// The path of a file as GitHub has it: below its workspace.
std::string PathOf(std::string_view name, std::string_view folder) {
  if (folder.empty() || name.starts_with('/')) return std::string(name);
  return (std::filesystem::path(folder) / name).lexically_normal().string();
}

std::string PlaceProperties(const source::SourceManager& sources, source::SourceRange range,
                            std::string_view folder) {
  if (!range.has_value()) return "";
  const auto begin = sources.Locate(range.file, range.begin);
  const auto end = sources.Locate(range.file, range.end);
  std::string text =
      fmt::format("file={},line={},endLine={},", Escape(PathOf(sources.Name(range.file), folder), true),
                  begin.line, end.line);
  // Annotations over several lines take no columns.
  if (begin.line == end.line) text += fmt::format("col={},endColumn={},", begin.column, end.column);
  return text;
}

}  // namespace

std::string RenderGithub(const std::vector<FoundIn>& found, std::string_view folder) {
  std::string text;
  for (const FoundIn& part : found) {
    for (const Diagnostic& diagnostic : *part.diagnostics) {
      text +=
          fmt::format("::{} {}title={}::{}\n", diagnostic.severity == Severity::kError ? "error" : "warning",
                      PlaceProperties(*part.sources, diagnostic.range, folder),
                      Escape(PrintCode(diagnostic.code), true), Escape(Prose(diagnostic), false));
    }
  }
  return text;
}

}  // namespace meshc::diagnostics
