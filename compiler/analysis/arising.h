// Which errors arise where, for those who see the text and not the mesh.
#pragma once

#include "compiler/ir/mesh.h"
#include "compiler/types/arising_errors.h"

namespace meshc::analysis {

/// Of all points of `mesh`, those that no path leads to included. Points of one place in the text count as
/// one.
types::ArisingErrors FindArising(const ir::Mesh& mesh);

}  // namespace meshc::analysis
