// A small mesh, built by hand, whose declarations use every kind of type, names that are C++
// keywords, recursion, an open enum, a union and a hierarchy of errors.
#pragma once

#include "compiler/analysis/analysis.h"
#include "compiler/ir/mesh.h"
#include "compiler/source/source_manager.h"

namespace meshc::test {

struct RichMesh {
  source::SourceManager sources;
  ir::Mesh mesh;
  analysis::Facts facts;
};

/// In which order types came to be interned; it must not show in any output.
enum class InternOrder { kAsUsed, kBackwards };

/// The mesh `type.rich`: `flow main on Job { echo; route class { if => register; new => ; } }`
RichMesh MakeRichMesh(InternOrder order = InternOrder::kAsUsed);

}  // namespace meshc::test
