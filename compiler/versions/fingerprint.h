// The name of a finding that outlives edits elsewhere.
#pragma once

#include <string>

#include "mesh/compatibility/finding.h"

namespace meshc::versions {

/// 12 hex digits, made of rule, direction, edge, subject and both types as printed: layout, file names and
/// line numbers do not change it.
std::string FingerprintOf(const mesh::compatibility::Finding& finding);

std::string_view Spell(mesh::compatibility::Direction direction);
std::string_view Spell(mesh::compatibility::Severity severity);

}  // namespace meshc::versions
