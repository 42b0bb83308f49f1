#include "compiler/versions/fingerprint.h"

#include <fmt/format.h>

#include "compiler/support/digest.h"

namespace meshc::versions {

using mesh::compatibility::Direction;
using mesh::compatibility::Severity;

std::string_view Spell(Direction direction) {
  return direction == Direction::kBackward ? "backward" : "forward";
}

std::string_view Spell(Severity severity) { return severity == Severity::kBreak ? "break" : "warning"; }

std::string FingerprintOf(const mesh::compatibility::Finding& finding) {
  return Digest(fmt::format("{}\n{}\n{}\n{}\n{}\n{}", RowOf(finding.rule).name, Spell(finding.direction),
                            finding.edge, finding.subject, finding.old_type, finding.new_type),
                12);
}

}  // namespace meshc::versions
