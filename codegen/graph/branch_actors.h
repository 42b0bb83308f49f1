// Who works on copies that meet again.
#pragma once

#include <set>

#include "compiler/ir/mesh.h"

namespace meshc::codegen::graph {

/// The names of actors that some branch or element visits, in called flows too. Behind a join nobody can tell
/// of all of them that they had the envelope before.
std::set<std::string_view> ActorsInBranches(const ir::Mesh& mesh);

}  // namespace meshc::codegen::graph
