#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/versions/fingerprint.h"
#include "compiler/versions/report.h"
#include "mesh/value/times.h"

namespace meshc::versions {
namespace {

std::string_view Outcome(bool breaks) { return breaks ? "break" : "ok"; }

std::string PrintVersion(const Report& report, std::size_t index) {
  const VersionReport& version = report.versions[index];
  std::string text = fmt::format("\nagainst {}: backward {}, forward {}\n", version.name,
                                 Outcome(report.Breaks(Direction::kBackward, index)),
                                 Outcome(report.Breaks(Direction::kForward, index)));
  text += fmt::format("  under way for {}\n", DescribeDrain(version.drain_ns));
  for (const InFlight& each : version.in_flight) {
    const bool both = each.served_by == "both";
    text += fmt::format("  {} -> {}: {}\n", each.point, each.actor,
                        both ? "old and new hosts" : std::string(each.served_by));
  }
  for (const ReportedFinding& each : report.findings) {
    if (each.against != index) continue;
    text +=
        fmt::format("  {} {} {}: {} [{}] {}\n", Spell(each.severity), Spell(each.finding.direction),
                    each.finding.edge, each.finding.message, RowOf(each.finding.rule).name, each.fingerprint);
    if (each.accepted)
      text += fmt::format("    accepted until {}: {}\n", each.accepted->until, each.accepted->because);
    if (each.hits) text += fmt::format("    meets {} of the given traffic\n", *each.hits);
  }
  return text;
}

}  // namespace

std::string DescribeDrain(const std::optional<std::int64_t>& ns) {
  return ns ? "up to " + mesh::PrintDuration(mesh::Duration{*ns}) : "a time that nobody knows";
}

std::string Describe(const PlanStep& step) {
  if (step.step == "clients") return "deploy the clients";
  if (step.step == "hosts") return fmt::format("deploy the hosts of {}", fmt::join(step.actors, ", "));
  if (step.step == "tables") return "install the new route table beside the old one";
  if (step.step == "switch") return "switch new envelopes to it";
  return fmt::format("wait for the old envelopes: {}", DescribeDrain(step.ns));
}

std::string PrintReportText(const Report& report) {
  std::string text =
      fmt::format("{}: {} (required: {})\n", report.mesh, Outcome(report.Breaks()), Spell(report.require));
  for (std::size_t i = 0; i < report.versions.size(); ++i) text += PrintVersion(report, i);
  text += fmt::format("\nrollout: {}\n", fmt::join(report.rollout, ", "));
  for (std::size_t i = 0; i < report.plan.size(); ++i)
    text += fmt::format("  {}. {}\n", i + 1, Describe(report.plan[i]));
  if (report.plan.empty()) text += "  no order keeps every promise: see the findings\n";
  return text;
}

}  // namespace meshc::versions
