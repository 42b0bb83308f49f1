#include "compiler/versions/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>
#include <tuple>

#include "compiler/support/enumerator.h"
#include "compiler/versions/fingerprint.h"

namespace meshc::versions {
namespace {

namespace compatibility = mesh::compatibility;
using compatibility::Finding;
using compatibility::Side;
using mesh::contract::Index;

/// None: the user wants to hear nothing of this rule.
std::optional<Severity> SeverityOf(const Finding& finding, const Judgement& judgement) {
  const auto found = judgement.severities.find(finding.rule);
  return found == judgement.severities.end() ? finding.severity() : found->second;
}

std::optional<Exception> ExceptionFor(const std::vector<Exception>& exceptions,
                                      const std::string& fingerprint) {
  const auto found = std::ranges::find(exceptions, fingerprint, &Exception::fingerprint);
  if (found == exceptions.end()) return std::nullopt;
  return *found;
}

/// The edges of the old version at which the new one breaks something.
std::set<std::string_view> BrokenEdges(const std::vector<Finding>& findings) {
  std::set<std::string_view> edges;
  for (const Finding& finding : findings) {
    const bool hurts = finding.direction == Direction::kBackward && finding.severity() == Severity::kBreak;
    if (hurts) edges.insert(finding.edge);
  }
  return edges;
}

std::string_view ServedBy(const Side& current, std::string_view actor, bool broken) {
  const Index found = current.FindActor(actor);
  if (found == mesh::contract::kNone) return "nobody";
  if (broken) return "old hosts";
  return current.table().actors[found].name == actor ? "both" : "new hosts";
}

/// A call whose undo is broken waits for old hosts, too: a host makes no call that its version cannot undo.
std::vector<InFlight> FindInFlight(const Side& current, const Side& old,
                                   const std::vector<Finding>& findings) {
  const std::set<std::string_view> broken = BrokenEdges(findings);
  std::vector<InFlight> waiting;
  const auto is_broken = [&](const mesh::contract::Point& point, Index called) {
    return broken.contains(fmt::format("{} -> {}", point.name, old.table().actors[called].name));
  };
  const auto add = [&](const mesh::contract::Point& point, Index called, bool is_refused) {
    const std::string_view actor = old.table().actors[called].name;
    waiting.push_back({std::string(point.name), std::string(actor), ServedBy(current, actor, is_refused)});
  };
  for (const auto& point : old.table().points) {
    if (!compatibility::IsDelivery(point)) continue;
    const Index undo = compatibility::UndoOf(old.table(), point);
    const bool cannot_undo = undo != mesh::contract::kNone && is_broken(point, undo);
    add(point, point.actor, cannot_undo || is_broken(point, point.actor));
    if (undo != mesh::contract::kNone) add(point, undo, cannot_undo);
  }
  return waiting;
}

auto Order(const ReportedFinding& each) {
  const Finding& finding = each.finding;
  return std::tie(finding.edge, finding.subject, compatibility::RowOf(finding.rule).name, finding.direction,
                  each.against, finding.old_type, finding.new_type);
}

}  // namespace

bool Report::Breaks(Direction direction) const {
  return std::ranges::any_of(
      findings, [&](auto& each) { return each.IsBreak() && each.finding.direction == direction; });
}

bool Report::Breaks(Direction direction, std::size_t version) const {
  return std::ranges::any_of(findings, [&](auto& each) {
    return each.IsBreak() && each.finding.direction == direction && each.against == version;
  });
}

bool Report::Breaks() const {
  return std::ranges::any_of(
      findings, [&](auto& each) { return each.IsBreak() && Requires(require, each.finding.direction); });
}

std::string_view Spell(Require require) {
  switch (require) {
    case Require::kNone: return "none";
    case Require::kBackward: return "backward";
    case Require::kForward: return "forward";
    case Require::kFull: return "full";
  }
  NoSuchEnumerator();
}

Report Judge(const Version& current, const std::vector<Version>& others, const Judgement& judgement) {
  Report report;
  report.mesh = current.table->mesh;
  report.require = judgement.require;
  const Side own(*current.table, current.promises);
  for (const Version& other : others) {
    const std::size_t against = report.versions.size();
    VersionReport& version = report.versions.emplace_back(
        VersionReport{other.name, std::string(other.table->digest), other.longest_ns, {}});
    const Side old(*other.table, other.promises);
    const std::vector<Finding> findings = compatibility::Compare(old, own);
    version.in_flight = FindInFlight(own, old, findings);
    for (const Finding& finding : findings) {
      const auto severity = SeverityOf(finding, judgement);
      if (!severity) continue;
      ReportedFinding& each = report.findings.emplace_back();
      each.finding = finding;
      each.severity = *severity;
      each.against = against;
      each.fingerprint = FingerprintOf(finding);
      if (*severity == Severity::kBreak) each.accepted = ExceptionFor(judgement.exceptions, each.fingerprint);
    }
  }
  std::ranges::stable_sort(report.findings, [](auto& a, auto& b) { return Order(a) < Order(b); });
  PlanRollout(current, others, report);
  return report;
}

std::size_t HideKnown(const Report& known, Report& report) {
  std::set<std::pair<std::string_view, std::string_view>> had;
  for (const ReportedFinding& each : known.findings)
    had.emplace(known.versions[each.against].digest, each.fingerprint);
  return std::erase_if(report.findings, [&](const ReportedFinding& each) {
    return had.contains({report.versions[each.against].digest, each.fingerprint});
  });
}

}  // namespace meshc::versions
