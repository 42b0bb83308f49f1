// May this version be deployed over those? The answer as a value, and as text and JSON.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/versions/lock_file.h"
#include "mesh/compatibility/finding.h"
#include "mesh/compatibility/judge.h"

namespace meshc::versions {

using mesh::compatibility::Direction;
using mesh::compatibility::Rule;
using mesh::compatibility::Severity;

/// Which directions have to be free of breaks.
enum class Require : std::uint8_t { kNone, kBackward, kForward, kFull };

constexpr bool Requires(Require require, Direction direction) {
  return require == Require::kFull ||
         require == (direction == Direction::kBackward ? Require::kBackward : Require::kForward);
}

/// A version to compare with. Table and promises outlive it.
struct Version {
  std::string name;  ///< As reports call it: what was given, or what the lock calls it.
  const mesh::contract::RouteTable* table = nullptr;
  mesh::contract::Promises promises;
  std::optional<std::int64_t> longest_ns;  ///< Longest time under way; none: not known, or unbounded.
};

struct Place {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

struct ReportedFinding {
  mesh::compatibility::Finding finding;
  Severity severity = Severity::kBreak;  ///< The rule's own, or what the user made of it.
  std::size_t against = 0;               ///< Index of the version.
  std::string code;                      ///< `MC7001`
  std::string fingerprint;
  std::optional<Place> old_place;
  std::optional<Place> new_place;
  std::optional<Exception> accepted;

  std::optional<std::uint64_t> hits;  ///< Documents of the given traffic that it meets; none: not counted.

  bool IsBreak() const { return severity == Severity::kBreak && !accepted.has_value(); }
};

/// Where envelopes of a version may be waiting, and who takes them once the new version is there.
struct InFlight {
  std::string point;
  std::string actor;
  std::string_view served_by;
};

struct VersionReport {
  std::string name;
  std::string digest;
  std::optional<std::int64_t> drain_ns;
  std::vector<InFlight> in_flight;
};

struct PlanStep {
  std::string_view step;
  std::vector<std::string> actors = {};  ///< `hosts`, sorted
  std::vector<std::string> gone = {};    ///< Of these, whom only older versions have: their hosts leave now.
  std::optional<std::int64_t> ns = {};   ///< `drain`; none: nobody knows how long.
};

struct Report {
  std::string mesh;
  Require require = Require::kBackward;
  std::vector<VersionReport> versions;
  std::vector<ReportedFinding> findings;  ///< By edge, subject, rule, direction, then version.
  std::vector<std::string> rollout;
  std::vector<PlanStep> plan;  ///< Empty: no order keeps every promise.

  bool Breaks(Direction direction) const;
  bool Breaks(Direction direction, std::size_t version) const;
  bool Breaks() const;  ///< In a required direction.
};

/// What people decided about findings.
struct Judgement {
  Require require = Require::kBackward;
  std::map<Rule, std::optional<Severity>> severities;  ///< Instead of the rule's own; none: not told.
  std::vector<Exception> exceptions;                   ///< Take breaks out of the verdict.
};

/// Judges `current` against each of `others`, oldest first; places are left empty.
Report Judge(const Version& current, const std::vector<Version>& others, const Judgement& judgement);

/// Takes out what `known` has, too, against versions of the same digests; the rollout stays what it is, since
/// what is known hurts nonetheless. Returns how many were taken out.
std::size_t HideKnown(const Report& known, Report& report);

/// Fills in `rollout` and `plan`, which follow from the breaks that are left.
void PlanRollout(const Version& current, const std::vector<Version>& others, Report& report);

std::string PrintReportJson(const Report& report);
std::string PrintReportText(const Report& report);
/// For a comment on a pull request.
std::string PrintReportMarkdown(const Report& report);
/// What people do in a step of the plan.
std::string Describe(const PlanStep& step);
/// `up to 30s`, or that nobody knows.
std::string DescribeDrain(const std::optional<std::int64_t>& ns);

std::string_view Spell(Require require);
inline std::string_view SpellOutcome(bool breaks) { return breaks ? "break" : "ok"; }

}  // namespace meshc::versions
