// May this version be deployed over those? The answer as a value, and as text and JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/versions/lock_file.h"
#include "mesh/compatibility/finding.h"
#include "mesh/compatibility/judge.h"

namespace meshc::versions {

using mesh::compatibility::Direction;

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
  std::size_t against = 0;  ///< Index of the version.
  std::string code;         ///< `MC7001`
  std::string fingerprint;
  std::optional<Place> old_place;
  std::optional<Place> new_place;
  std::optional<Exception> accepted;

  bool IsBreak() const {
    return finding.severity() == mesh::compatibility::Severity::kBreak && !accepted.has_value();
  }
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
  std::vector<std::string> actors = {};  ///< `hosts`
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

/// Judges `current` against each of `others`, oldest first. Exceptions take breaks out of the verdict;
/// places are left empty.
Report Judge(const Version& current, const std::vector<Version>& others, Require require,
             const std::vector<Exception>& exceptions);

/// Fills in `rollout` and `plan`, which follow from the breaks that are left.
void PlanRollout(const Version& current, const std::vector<Version>& others, Report& report);

std::string PrintReportJson(const Report& report);
std::string PrintReportText(const Report& report);

std::string_view Spell(Require require);

}  // namespace meshc::versions
