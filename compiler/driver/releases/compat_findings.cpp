#include "compiler/driver/releases/compat_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <map>
#include <ostream>
#include <string_view>
#include <tuple>
#include <utility>

#include "compiler/diagnostics/diagnostics_7_versions.h"
#include "compiler/driver/findings/complain.h"
#include "mesh/value/times.h"

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

/// Where the old version has it; nowhere: it was not there.
source::SourceRange FindInOld(const versions::Places& places, const mesh::compatibility::Finding& finding) {
  const bool mesh = finding.rule == mesh::compatibility::Rule::kMeshRenamed;
  return mesh ? places.mesh_line() : places.Find(finding.subject);
}

/// The subject, what held it, the actor of the edge, the edge's last word (`support` of `entry support`), or
/// the mesh.
source::SourceRange FindIn(const versions::Places& places, const mesh::compatibility::Finding& finding) {
  const std::string_view edge = finding.edge;
  for (const std::string_view name : {std::string_view(finding.subject), std::string_view(finding.actor),
                                      edge.substr(edge.rfind(' ') + 1), edge.substr(0, edge.find(' '))}) {
    const source::SourceRange range = places.FindOrHolder(name);
    if (range.has_value()) return range;
  }
  return places.mesh_line();
}

/// What is said of one edge.
void AddNotes(const versions::Report& report, const ReportedFinding& each, const std::string& path,
              diagnostics::Diagnostic& diagnostic) {
  const auto note = [&](std::string text) { diagnostic.notes.push_back({std::move(text), {}}); };
  const auto& old = each.old_place;
  note(fmt::format("{}, against {}{}", each.finding.edge, report.versions[each.against].name,
                   old ? fmt::format(": {}:{}:{}", old->file, old->line, old->column) : ""));
  if (each.hits) note(fmt::format("it meets {} of the given traffic", *each.hits));
  if (each.severity == versions::Severity::kBreak)
    note(fmt::format("to accept it: meshc lock {} --accept {} --until DATE --because TEXT", path,
                     each.fingerprint));
}

/// One mistake may be met at many edges: it is one diagnostic that names them.
class FoundDiagnostics {
 public:
  FoundDiagnostics(const versions::Report& report, Compilation& current)
      : report_(report), current_(current) {}

  void Add(const ReportedFinding& each, source::SourceRange range) {
    const auto& finding = each.finding;
    const auto [at, fresh] =
        places_.emplace(std::tuple(finding.rule, range.begin, finding.message), all_.size());
    if (fresh) {
      diagnostics::Diagnostic& diagnostic = all_.emplace_back();
      diagnostic.code = CodeOf(finding.rule);
      const bool breaks = each.severity == versions::Severity::kBreak;
      diagnostic.severity = breaks ? diagnostics::Severity::kError : diagnostics::Severity::kWarning;
      diagnostic.message = finding.message;
      diagnostic.range = range;
      if (!finding.help.empty())
        diagnostic.fixes.push_back({finding.help, {}, diagnostics::Applicability::kMaybe});
    }
    AddNotes(report_, each, current_.path, all_[at->second]);
  }

  void Deliver() {
    for (diagnostics::Diagnostic& each : all_) current_.diagnostics.Add(std::move(each));
  }

 private:
  const versions::Report& report_;
  Compilation& current_;
  std::vector<diagnostics::Diagnostic> all_;
  std::map<std::tuple<mesh::compatibility::Rule, std::uint32_t, std::string>, std::size_t> places_;
};

}  // namespace

void ReportFindings(const std::vector<std::unique_ptr<LoadedVersion>>& versions,
                    const versions::Places& current_places, versions::Report& report, Compilation& current) {
  FoundDiagnostics found(report, current);
  for (ReportedFinding& each : report.findings) {
    const LoadedVersion& old = *versions[each.against];
    const source::SourceRange range = FindIn(current_places, each.finding);
    each.code = PrintCode(CodeOf(each.finding.rule));
    each.new_place = PlaceOf(current.sources, range);
    if (old.source) each.old_place = PlaceOf(old.source->sources, FindInOld(old.places, each.finding));
    if (!each.accepted && versions::Requires(report.require, each.finding.direction)) found.Add(each, range);
  }
  found.Deliver();
}

void DropExpired(const std::string& today, std::vector<versions::Exception>& exceptions,
                 Compilation& current) {
  if (today.empty()) return;
  std::erase_if(exceptions, [&](const versions::Exception& each) {
    if (each.until >= today) return false;
    current.diagnostics.Report(diag::ExpiredException, each.range, Name{each.fingerprint}, Lexeme{each.until})
        .AddHelp("mend the break, or accept it once more with a new day");
    return true;
  });
}

void ReportUnused(const std::vector<versions::Exception>& exceptions, const versions::Report& report,
                  Compilation& current) {
  for (const versions::Exception& each : exceptions) {
    const bool used = std::ranges::any_of(
        report.findings, [&](const ReportedFinding& found) { return found.fingerprint == each.fingerprint; });
    if (used) continue;
    auto found = current.diagnostics.Report(diag::UnusedException, each.range, Name{each.fingerprint});
    if (each.line > 0) found.AddHelp("remove the line: what it accepted is gone");
  }
}

std::optional<std::string> TodayOf(const std::string& option, World& world) {
  if (!option.empty()) return option;
  const char* epoch = std::getenv("SOURCE_DATE_EPOCH");
  const std::string_view text = epoch == nullptr ? "" : epoch;
  if (text.empty()) return "";
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (whole && seconds >= 0 && seconds <= mesh::kLastTimestamp.seconds) return versions::DayOf(seconds);
  Complain(fmt::format("SOURCE_DATE_EPOCH is `{}`: it has to be a number of seconds since 1970", text),
           world);
  return std::nullopt;
}

void NoteUnknownDay(const std::string& today, const std::vector<versions::Exception>& exceptions,
                    World& world) {
  if (exceptions.empty() || !today.empty()) return;
  world.err
      << "meshc: note: no day is given (--today, SOURCE_DATE_EPOCH), so exceptions count as not expired\n";
}

}  // namespace meshc::driver
