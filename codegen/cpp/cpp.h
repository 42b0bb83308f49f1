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
  std::string actors = "actors";  ///< The folder of the handlers, relative to the output folder, with `/`.
};

/// `sources` gives declarations the names of their files, as they are printed.
ArtifactSet GenerateCpp(const ir::Mesh& mesh, const analysis::Facts& facts,
                        const source::SourceManager& sources, const CppOptions& options);

}  // namespace meshc::codegen
