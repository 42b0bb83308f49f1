#include "compiler/diagnostics/fingerprint.h"

#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>

#include <filesystem>

#include "compiler/support/digest.h"

namespace meshc::diagnostics {
namespace {

/// Where the checkout lies, and where the command was given, does not show.
std::string FromRoot(std::string_view file, std::string_view root) {
  const auto folder = std::filesystem::path(root).lexically_normal().parent_path();
  const auto path = std::filesystem::path(file).lexically_normal();
  const auto relative = path.lexically_relative(folder.empty() ? "." : folder);
  return (relative.empty() ? path : relative).generic_string();
}

std::string PlaceKey(const source::SourceManager& sources, source::SourceRange range, std::string_view root) {
  if (!range.has_value()) return "";
  const std::string_view line = sources.Line(range.file, sources.Locate(range.file, range.begin).line);
  const llvm::StringRef trimmed = llvm::StringRef(line.data(), line.size()).trim();
  return FromRoot(sources.Name(range.file), root) + "\n" + trimmed.str();
}

}  // namespace

std::string Fingerprinter::Next(const Diagnostic& diagnostic, const source::SourceManager& sources,
                                std::string_view root) {
  const std::string key = fmt::format("{}\n{}\n{}", PrintCode(diagnostic.code), diagnostic.message,
                                      PlaceKey(sources, diagnostic.range, root));
  return Digest(fmt::format("{}\n{}", key, seen_[key]++), 32);
}

}  // namespace meshc::diagnostics
