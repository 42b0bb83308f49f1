#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "compiler/versions/fingerprint.h"
#include "compiler/versions/report.h"
#include "compiler/versions/text_line.h"

namespace meshc::versions {
namespace {

std::string PrintFinding(const ReportedFinding& each) {
  std::string text = TextLine(
      fmt::format("  {} {} {}: {} [{}] {}", Spell(each.severity), Spell(each.finding.direction),
                  each.finding.edge, each.finding.message, RowOf(each.finding.rule).name, each.fingerprint));
  if (each.accepted)
    text += TextLine(fmt::format("    accepted until {}: {}", each.accepted->until, each.accepted->because));
  if (each.hits) text += fmt::format("    meets {} of the given traffic\n", *each.hits);
  return text;
}

std::string PrintVersion(const Report& report, std::size_t index) {
  const VersionReport& version = report.versions[index];
  std::string text = "\n" + TextLine(fmt::format("against {}: backward {}, forward {}", version.name,
                                                 SpellOutcome(report.Breaks(Direction::kBackward, index)),
                                                 SpellOutcome(report.Breaks(Direction::kForward, index))));
  text += fmt::format("  under way for {}\n", DescribeDrain(version.drain_ns));
  for (const InFlight& each : version.in_flight) {
    const bool both = each.served_by == "both";
    text += TextLine(fmt::format("  {} -> {}: {}", each.point, each.actor,
                                 both ? "old and new hosts" : std::string(each.served_by)));
  }
  for (const ReportedFinding& each : report.findings) {
    if (each.against == index) text += PrintFinding(each);
  }
  return text;
}

std::string DescribeHosts(const PlanStep& step) {
  std::vector<std::string> own;
  std::ranges::set_difference(step.actors, step.gone, std::back_inserter(own));
  const std::string deploy = own.empty() ? "" : fmt::format("deploy the hosts of {}", fmt::join(own, ", "));
  if (step.gone.empty()) return deploy;
  return fmt::format("{}{}remove the hosts of {}, which stayed until now", deploy, own.empty() ? "" : "; ",
                     fmt::join(step.gone, ", "));
}

}  // namespace

std::string DescribeDrain(const std::optional<std::int64_t>& ns) {
  return ns ? "up to " + TimeText(*ns) : "a time that nobody knows";
}

std::string Describe(const PlanStep& step) {
  if (step.step == "clients") return "deploy the clients";
  if (step.step == "hosts") return DescribeHosts(step);
  if (step.step == "tables") return "install the new route table beside the old one";
  if (step.step == "switch") return "switch new envelopes to it";
  return fmt::format("wait for the old envelopes: {}", DescribeDrain(step.ns));
}

std::string PrintReportText(const Report& report) {
  std::string text = TextLine(fmt::format("{}: {} (required: {})", report.mesh, SpellOutcome(report.Breaks()),
                                          Spell(report.require)));
  for (std::size_t i = 0; i < report.versions.size(); ++i) text += PrintVersion(report, i);
  text += fmt::format("\nrollout: {}\n", fmt::join(report.rollout, ", "));
  for (std::size_t i = 0; i < report.plan.size(); ++i)
    text += TextLine(fmt::format("  {}. {}", i + 1, Describe(report.plan[i])));
  if (report.plan.empty()) text += "  no order keeps every promise: see the findings\n";
  return text;
}

}  // namespace meshc::versions
