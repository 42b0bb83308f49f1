#include <nlohmann/json.hpp>

#include "compiler/diagnostics/fingerprint.h"
#include "compiler/diagnostics/prose.h"
#include "compiler/diagnostics/render.h"

namespace meshc::diagnostics {
namespace {

using Json = nlohmann::ordered_json;

/// An issue without a place belongs to the root file: GitLab drops what has none.
Json Location(const Diagnostic& diagnostic, const FoundIn& part) {
  if (!diagnostic.range.has_value()) return {{"path", part.root}, {"lines", {{"begin", 1}}}};
  const auto begin = part.sources->Locate(diagnostic.range.file, diagnostic.range.begin);
  return {{"path", part.sources->Name(diagnostic.range.file)}, {"lines", {{"begin", begin.line}}}};
}

}  // namespace

std::string RenderGitlab(const std::vector<FoundIn>& found) {
  Json issues = Json::array();
  for (const FoundIn& part : found) {
    Fingerprinter fingerprints;
    for (const Diagnostic& diagnostic : *part.diagnostics) {
      issues.push_back({{"description", Prose(diagnostic)},
                        {"check_name", PrintCode(diagnostic.code)},
                        {"fingerprint", fingerprints.Next(diagnostic, *part.sources, part.root)},
                        {"severity", diagnostic.severity == Severity::kError ? "major" : "minor"},
                        {"location", Location(diagnostic, part)}});
    }
  }
  return issues.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace meshc::diagnostics
