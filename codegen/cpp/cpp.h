// The C++ back end: types, codecs, actor base classes, scaffolds, host and CMake project.
#pragma once

#include <string>

#include "codegen/common/artifact.h"
#include "compiler/analysis/analysis.h"
#include "compiler/ir/mesh.h"
#include "compiler/source/source_manager.h"

namespace meshc::codegen {

struct CppOptions {
  std::string table_digest;
};

/// `sources` gives `#line` its file names (as they are printed) and lines.
ArtifactSet GenerateCpp(const ir::Mesh& mesh, const analysis::Facts& facts,
                        const source::SourceManager& sources, const CppOptions& options);

}  // namespace meshc::codegen
