#include "compiler/driver/compat_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "compiler/diagnostics/diagnostics_7_versions.h"

namespace meshc::driver {
namespace {

namespace diag = diagnostics::diag;
using diagnostics::Lexeme;
using diagnostics::Name;
using versions::Place;
using versions::ReportedFinding;

/// Rows of rules stand in the order of the rules.
diagnostics::Code CodeOf(mesh::compatibility::Rule rule) {
  return static_cast<diagnostics::Code>(static_cast<unsigned>(diag::CompatNarrowed.code) +
                                        static_cast<unsigned>(rule));
}

std::optional<Place> PlaceOf(const source::SourceManager& sources, source::SourceRange range) {
  if (!range.has_value()) return std::nullopt;
  const auto at = sources.Locate(range.file, range.begin);
  return Place{std::string(sources.Name(range.file)), at.line, at.column};
}

/// The subject, what held it, the actor of the edge, or the edge's last word: `support` of `entry support`.
source::SourceRange FindIn(const versions::Places& places, const mesh::compatibility::Finding& finding) {
  const std::string_view edge = finding.edge;
  for (const std::string_view name : {std::string_view(finding.subject), std::string_view(finding.actor),
                                      edge.substr(edge.rfind(' ') + 1), edge.substr(0, edge.find(' '))}) {
    const source::SourceRange range = places.FindOrHolder(name);
    if (range.has_value()) return range;
  }
  return {};
}

void AddDiagnostic(const versions::Report& report, const ReportedFinding& each, source::SourceRange range,
                   Compilation& current) {
  const auto& finding = each.finding;
  diagnostics::Diagnostic diagnostic;
  diagnostic.code = CodeOf(finding.rule);
  const bool breaks = finding.severity() == mesh::compatibility::Severity::kBreak;
  diagnostic.severity = breaks ? diagnostics::Severity::kError : diagnostics::Severity::kWarning;
  diagnostic.message = finding.message;
  diagnostic.range = range;
  diagnostic.notes.push_back(
      {fmt::format("{}, against {}{}", finding.edge, report.versions[each.against].name,
                   each.old_place ? fmt::format(": {}:{}:{}", each.old_place->file, each.old_place->line,
                                                each.old_place->column)
                                  : ""),
       {}});
  if (!finding.help.empty())
    diagnostic.fixes.push_back({finding.help, {}, diagnostics::Applicability::kMaybe});
  if (breaks) {
    diagnostic.notes.push_back(
        {fmt::format("to accept it: meshc lock {} --accept {} --until DATE --because TEXT", current.path,
                     each.fingerprint),
         {}});
  }
  current.diagnostics.Add(std::move(diagnostic));
}

}  // namespace

void ReportFindings(const std::vector<std::unique_ptr<LoadedVersion>>& versions,
                    const versions::Places& current_places, versions::Report& report, Compilation& current) {
  for (ReportedFinding& each : report.findings) {
    const LoadedVersion& old = *versions[each.against];
    const source::SourceRange range = FindIn(current_places, each.finding);
    each.code = PrintCode(CodeOf(each.finding.rule));
    each.new_place = PlaceOf(current.sources, range);
    if (old.source) each.old_place = PlaceOf(old.source->sources, old.places.Find(each.finding.subject));
    if (!each.accepted && versions::Requires(report.require, each.finding.direction))
      AddDiagnostic(report, each, range, current);
  }
}

void DropExpired(const std::string& today, std::vector<versions::Exception>& exceptions,
                 Compilation& current) {
  if (today.empty()) return;
  std::erase_if(exceptions, [&](const versions::Exception& each) {
    if (each.until >= today) return false;
    current.diagnostics.Report(diag::ExpiredException, {}, Name{each.fingerprint}, Lexeme{each.until});
    return true;
  });
}

void ReportUnused(const std::vector<versions::Exception>& exceptions, const versions::Report& report,
                  Compilation& current) {
  for (const versions::Exception& each : exceptions) {
    const bool used = std::ranges::any_of(
        report.findings, [&](const ReportedFinding& found) { return found.fingerprint == each.fingerprint; });
    if (!used) current.diagnostics.Report(diag::UnusedException, {}, Name{each.fingerprint});
  }
}

std::string TodayOf(const std::string& option) {
  if (!option.empty()) return option;
  const char* epoch = std::getenv("SOURCE_DATE_EPOCH");
  const std::string_view text = epoch == nullptr ? "" : epoch;
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return "";
  return versions::DayOf(seconds);
}

}  // namespace meshc::driver
