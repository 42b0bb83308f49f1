#include "compiler/driver/findings/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ostream>
#include <set>
#include <utility>

#include "compiler/diagnostics/render.h"
#include "compiler/driver/findings/junit_suites.h"
#include "compiler/driver/findings/scenario_findings.h"
#include "compiler/driver/world/deliver.h"
#include "compiler/driver/world/exit_code.h"
#include "compiler/pipeline/settle.h"
#include "compiler/support/enumerator.h"

namespace meshc::driver {
namespace {

using diagnostics::Diagnostic;
using diagnostics::Severity;
using Compilations = std::vector<const Compilation*>;

std::string Plural(std::size_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

/// The findings of one compilation.
struct Findings {
  const Compilation* of = nullptr;
  std::vector<Diagnostic> all;

  diagnostics::FoundIn View() const {
    return {&all, &of->sources, of->path, of->unreadable ? std::string_view(*of->unreadable) : ""};
  }
};

/// What is found in a file that several roots import is said of the first of them only.
std::vector<Findings> Collect(const Compilations& compilations, bool with_scenarios) {
  std::vector<Findings> findings;
  std::set<std::string> said;
  for (const Compilation* c : compilations) {
    Findings& own = findings.emplace_back(Findings{c, {}});
    std::set<std::string> here;
    for (const Diagnostic& diagnostic : c->diagnostics.all()) {
      const auto file = diagnostic.range.has_value() ? c->sources.Name(diagnostic.range.file) : c->path;
      std::string key = fmt::format("{}\n{}\n{}\n{}", file, diagnostic.range.begin,
                                    PrintCode(diagnostic.code), diagnostic.message);
      if (said.contains(key)) continue;
      here.insert(std::move(key));
      own.all.push_back(diagnostic);
    }
    said.merge(here);
    if (!with_scenarios) continue;
    for (Diagnostic& failed : ScenarioFindings(*c)) own.all.push_back(std::move(failed));
  }
  return findings;
}

/// `2 errors, 1 warning`, or nothing.
std::string Summary(const std::vector<Findings>& findings) {
  std::size_t errors = 0;
  std::size_t warnings = 0;
  for (const Findings& part : findings) {
    for (const Diagnostic& diagnostic : part.all)
      ++(diagnostic.severity == Severity::kError ? errors : warnings);
  }
  std::vector<std::string> counts;
  if (errors > 0) counts.push_back(Plural(errors, "error"));
  if (warnings > 0) counts.push_back(Plural(warnings, "warning"));
  return counts.empty() ? "" : fmt::format("{}\n", fmt::join(counts, ", "));
}

std::string RenderAllText(const std::vector<Findings>& findings, bool colour) {
  std::string text;
  for (const Findings& part : findings) {
    if (!part.all.empty()) text += diagnostics::RenderText(part.all, part.of->sources, colour) + "\n";
  }
  return text + Summary(findings);
}

std::string RenderAllJunit(const std::vector<Findings>& findings) {
  std::vector<JunitSuite> suites;
  for (const Findings& part : findings) {
    JunitSuite& suite = suites.emplace_back(FindingSuite(part.View(), part.of->diagnostics.HasErrors()));
    for (JunitSuite& own : ScenarioSuites(part.of->results))
      std::move(own.cases.begin(), own.cases.end(), std::back_inserter(suite.cases));
  }
  return PrintJunit(suites);
}

/// JUnit has cases of its own for scenarios.
std::string RenderAll(FindingFormat format, const Compilations& compilations, bool with_scenarios,
                      const World& world, bool colour = false) {
  const auto findings = Collect(compilations, with_scenarios && format != FindingFormat::kJunit);
  std::vector<diagnostics::FoundIn> found;
  for (const Findings& part : findings) found.push_back(part.View());
  switch (format) {
    case FindingFormat::kText: return RenderAllText(findings, colour);
    case FindingFormat::kJson: return diagnostics::RenderJson(found);
    case FindingFormat::kSarif: return diagnostics::RenderSarif(found, MESHC_VERSION);
    case FindingFormat::kGithub: return diagnostics::RenderGithub(found, world.folder_in_workspace);
    case FindingFormat::kGitlab: return diagnostics::RenderGitlab(found);
    case FindingFormat::kMarkdown: return diagnostics::RenderMarkdown(found);
    case FindingFormat::kJunit: return RenderAllJunit(findings);
  }
  NoSuchEnumerator();
}

bool WantsColour(const CommonOptions& options, const World& world) {
  return options.colour == ColourMode::kAlways ||
         (options.colour == ColourMode::kAuto && world.err_takes_colour);
}

void Print(const CommonOptions& options, const Compilations& compilations, StdoutUse stdout_use,
           World& world) {
  if (options.format == FindingFormat::kText) {
    world.err << RenderAll(options.format, compilations, false, world, WantsColour(options, world));
    return;
  }
  const bool takes_out =
      stdout_use == StdoutUse::kData || std::any_of(options.sinks.begin(), options.sinks.end(),
                                                    [](auto& sink) { return sink.path == kStandardOutput; });
  (takes_out ? world.err : world.out) << RenderAll(options.format, compilations, true, world);
}

}  // namespace

void Settle(const CommonOptions& options, Compilation& c) { pipeline::Settle(options.warnings, c); }

int Report(const CommonOptions& options, const Compilations& compilations, StdoutUse stdout_use,
           World& world) {
  int exit_code = kClean;
  for (const Compilation* c : compilations) {
    if (c->diagnostics.HasErrors()) exit_code = kFindings;
    for (const auto& result : c->results) exit_code = result.passed ? exit_code : kFindings;
  }
  Print(options, compilations, stdout_use, world);
  for (const FindingSink& sink : options.sinks) {
    const int failed = Deliver(sink.path, RenderAll(sink.format, compilations, true, world), world);
    if (failed != kClean) exit_code = failed;
  }
  for (const Compilation* c : compilations) {
    if (!c->unreadable) continue;
    world.err << "meshc: " << *c->unreadable << "\n";
    exit_code = kUsage;
  }
  return exit_code;
}

}  // namespace meshc::driver
