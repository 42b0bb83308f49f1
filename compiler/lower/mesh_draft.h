// The mesh while it is made.
#pragma once

#include "compiler/ir/mesh.h"
#include "compiler/lower/point_assembler.h"
#include "compiler/lower/point_names.h"

namespace meshc::lower {

/// Until the points are finished, `mesh.points` is empty and entries of flows are labels.
struct MeshDraft {
  ir::Mesh mesh;
  PointAssembler points;
  PointNames names;
};

}  // namespace meshc::lower
