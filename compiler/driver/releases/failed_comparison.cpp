#include "compiler/driver/releases/failed_comparison.h"

#include <nlohmann/json.hpp>

#include "compiler/diagnostics/diagnostic.h"

namespace meshc::driver {
namespace {

using nlohmann::ordered_json;

ordered_json PlaceOf(const Compilation& c, source::SourceRange range) {
  if (!range.has_value()) return nullptr;
  const auto at = c.sources.Locate(range.file, range.begin);
  return {{"file", c.sources.Name(range.file)}, {"line", at.line}, {"column", at.column}};
}

/// Members as those of what is found between two versions.
ordered_json FindingOf(const Compilation& c, const diagnostics::Diagnostic& found) {
  const bool breaks = found.severity == diagnostics::Severity::kError;
  return {{"rule", diagnostics::FindCode(found.code)->flag},
          {"code", PrintCode(found.code)},
          {"severity", breaks ? "break" : "warning"},
          {"direction", nullptr},
          {"against", nullptr},
          {"edge", ""},
          {"subject", ""},
          {"message", found.message},
          {"help", found.fixes.empty() ? "" : found.fixes.front().help},
          {"old", nullptr},
          {"new", PlaceOf(c, found.range)},
          {"fingerprint", ""},
          {"accepted", nullptr}};
}

ordered_json FindingsOf(const Compilation& c) {
  ordered_json findings = ordered_json::array();
  for (const diagnostics::Diagnostic& each : c.diagnostics.all()) findings.push_back(FindingOf(c, each));
  return findings;
}

ordered_json MeshOf(const Compilation& c) {
  return c.table ? ordered_json(c.table->mesh) : ordered_json(nullptr);
}

std::string Print(const ordered_json& object) {
  return object.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string PrintFailedReport(const Compilation& c, versions::Require require) {
  return Print({{"schema", "meshc.compat/1"},
                {"mesh", MeshOf(c)},
                {"require", Spell(require)},
                {"verdict", "break"},
                {"backward", "break"},
                {"forward", "break"},
                {"versions", ordered_json::array()},
                {"findings", FindingsOf(c)},
                {"rollout", ordered_json::array()},
                {"plan", ordered_json::array()}});
}

std::string PrintFailedDiff(const Compilation& c, const std::string& against) {
  return Print({{"schema", "meshc.diff/1"},
                {"mesh", MeshOf(c)},
                {"against", against},
                {"differences", ordered_json::array()},
                {"bounds", ordered_json::array()},
                {"findings", FindingsOf(c)}});
}

}  // namespace meshc::driver
