#include "compiler/diagnostics/fingerprint.h"

#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>

#include "compiler/diagnostics/uri.h"
#include "compiler/support/digest.h"

namespace meshc::diagnostics {
namespace {

std::string PlaceKey(const source::SourceManager& sources, source::SourceRange range) {
  if (!range.has_value()) return "";
  const std::string_view line = sources.Line(range.file, sources.Locate(range.file, range.begin).line);
  const llvm::StringRef trimmed = llvm::StringRef(line.data(), line.size()).trim();
  return PathUri(sources.Name(range.file)) + "\n" + trimmed.str();
}

}  // namespace

std::string Fingerprinter::Next(const Diagnostic& diagnostic, const source::SourceManager& sources) {
  const std::string key = fmt::format("{}\n{}\n{}", PrintCode(diagnostic.code), diagnostic.message,
                                      PlaceKey(sources, diagnostic.range));
  return Digest(fmt::format("{}\n{}", key, seen_[key]++), 32);
}

}  // namespace meshc::diagnostics
