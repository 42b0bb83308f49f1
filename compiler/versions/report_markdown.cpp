// A report for a comment on a pull request.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "compiler/support/markdown.h"
#include "compiler/versions/fingerprint.h"
#include "compiler/versions/report.h"

namespace meshc::versions {
namespace {

std::string_view BoldOutcome(bool breaks) { return breaks ? "**break**" : "ok"; }

std::string PrintVersions(const Report& report) {
  std::string text = "| against | backward | forward | under way for |\n|---|---|---|---|\n";
  for (std::size_t i = 0; i < report.versions.size(); ++i) {
    text += fmt::format("| {} | {} | {} | {} |\n", MarkdownCell(report.versions[i].name),
                        BoldOutcome(report.Breaks(Direction::kBackward, i)),
                        BoldOutcome(report.Breaks(Direction::kForward, i)),
                        DescribeDrain(report.versions[i].drain_ns));
  }
  return report.versions.empty() ? "There is nothing to compare with.\n" : text;
}

std::string PrintFinding(const Report& report, const ReportedFinding& each) {
  const auto& finding = each.finding;
  std::string text = fmt::format("- {}: {}\n  - {} {}, {}, against {}", MarkdownCode(finding.edge),
                                 MarkdownText(finding.message), each.code, RowOf(finding.rule).name,
                                 Spell(finding.direction), MarkdownCode(report.versions[each.against].name));
  if (each.new_place)
    text += ", " + MarkdownCode(fmt::format("{}:{}", each.new_place->file, each.new_place->line));
  text += "\n";
  if (!finding.help.empty()) text += fmt::format("  - help: {}\n", MarkdownText(finding.help));
  if (each.hits) text += fmt::format("  - meets {} of the given traffic\n", *each.hits);
  if (each.accepted) {
    text += fmt::format("  - accepted until {}: {}\n", each.accepted->until,
                        MarkdownText(each.accepted->because));
  } else if (each.severity == Severity::kBreak) {
    text += fmt::format("  - to accept it: `meshc lock FILE --accept {} --until DATE --because TEXT`\n",
                        each.fingerprint);
  }
  return text;
}

std::string PrintFindings(const Report& report, std::string_view title,
                          const std::function<bool(const ReportedFinding&)>& is_meant) {
  std::string text;
  for (const ReportedFinding& each : report.findings) {
    if (is_meant(each)) text += PrintFinding(report, each);
  }
  return text.empty() ? "" : fmt::format("\n#### {}\n\n{}", title, text);
}

std::string PrintAllFindings(const Report& report) {
  const auto required = [&](const ReportedFinding& each) {
    return Requires(report.require, each.finding.direction);
  };
  return PrintFindings(report, "Breaks", [&](auto& each) { return each.IsBreak() && required(each); }) +
         PrintFindings(report, "Breaks in a direction that is not required",
                       [&](auto& each) { return each.IsBreak() && !required(each); }) +
         PrintFindings(report, "Accepted", [](auto& each) { return each.accepted.has_value(); }) +
         PrintFindings(report, "Warnings", [](auto& each) { return each.severity == Severity::kWarning; });
}

/// What both versions' hosts take needs no words.
std::string PrintInFlight(const VersionReport& version) {
  std::string rows;
  for (const InFlight& each : version.in_flight) {
    if (each.served_by == "both") continue;
    rows +=
        fmt::format("| {} | {} | {} |\n", MarkdownCell(each.point), MarkdownCell(each.actor), each.served_by);
  }
  if (rows.empty()) return "";
  return fmt::format("\n#### Under way from {}\n\n| point | actor | served by |\n|---|---|---|\n{}",
                     MarkdownCode(version.name), rows);
}

std::string PrintStep(const PlanStep& step) {
  PlanStep shown = step;
  for (auto* names : {&shown.actors, &shown.gone}) {
    for (std::string& name : *names) name = MarkdownCode(name);
    std::ranges::sort(*names);
  }
  return Describe(shown);
}

}  // namespace

std::string PrintReportMarkdown(const Report& report) {
  std::string text = fmt::format("### {}: {}\n\nRequired: {}.\n\n", MarkdownCode(report.mesh),
                                 report.Breaks() ? "break" : "ok", Spell(report.require));
  text += PrintVersions(report) + PrintAllFindings(report);
  for (const VersionReport& version : report.versions) text += PrintInFlight(version);
  text += fmt::format("\n#### Rollout: {}\n\n", fmt::join(report.rollout, ", "));
  for (std::size_t i = 0; i < report.plan.size(); ++i)
    text += fmt::format("{}. {}\n", i + 1, PrintStep(report.plan[i]));
  if (report.plan.empty()) text += "No order keeps every promise: see the findings.\n";
  return text;
}

}  // namespace meshc::versions
