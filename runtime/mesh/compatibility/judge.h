// The one judge: what keeps one version of a mesh from serving another.
//
// A serves B if all that was made for B is taken by A with the same meaning. `meshc compat` asks it of
// two sources, hosts ask it of their own table and each one that they load; there is no other answer.
#pragma once

#include <vector>

#include "mesh/compatibility/finding.h"
#include "mesh/compatibility/side.h"

namespace mesh::compatibility {

/// What keeps `server` from serving `made`, sorted by edge, subject and rule. kBackward: `server` is the
/// new version, so messages call it so. Pure, and linear in the size of both but for sorting.
std::vector<Finding> FindMisfits(const Side& server, const Side& made, Direction direction);

/// Which visits of one version's table the handlers of another take.
struct ServedPoints {
  std::vector<bool> calls;        ///< By point: the call and the undo calls that it leaves behind, if any.
  std::vector<bool> undos;        ///< By actor, as the undo of whatever call.
  std::vector<Finding> findings;  ///< What breaks, sorted.
};

/// `judged`: by actor of `made`; the calls of the others are taken as they are.
ServedPoints FindServed(const Side& server, const Side& made, const std::vector<bool>& judged);

/// Both directions at once, sorted by edge, subject, rule and direction.
std::vector<Finding> Compare(const Side& old_version, const Side& new_version);

}  // namespace mesh::compatibility
