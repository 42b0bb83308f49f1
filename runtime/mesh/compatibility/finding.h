// What keeps one version of a mesh from serving another, as a value.
#pragma once

#include <cstdint>
#include <string>

#include "mesh/compatibility/rule.h"

namespace mesh::compatibility {

/// kBackward: the new version serves the old one. kForward: the old one serves the new one.
enum class Direction : std::uint8_t { kBackward, kForward };

/// Where two versions meet.
enum class Border : std::uint8_t { kEntry, kExit, kSignal, kCall, kEffect, kDeploy, kMesh };

struct Finding {
  Rule rule = Rule::kKind;
  Direction direction = Direction::kBackward;
  Border border = Border::kMesh;
  std::string edge;      ///< `entry support`, `support/scorer#1 -> scorer`.
  std::string actor;     ///< Whose handler it is about, as the version names it whose table waits for it.
  std::string subject;   ///< `Ticket.phone`, `scorer.ticket`.
  std::string message;   ///< Which values, where.
  std::string help;      ///< How to mend it; empty: nothing helps.
  std::string old_type;  ///< As printed; empty: there is none.
  std::string new_type;

  Severity severity() const { return RowOf(rule).severity; }
};

}  // namespace mesh::compatibility
