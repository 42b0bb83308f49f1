// All files of a compilation: a root and whatever it imports, each parsed once.
#pragma once

#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/source/file_system.h"
#include "compiler/source/source_manager.h"
#include "compiler/syntax/file.h"

namespace meshc::loading {

/// Where imports are looked for.
struct ImportOptions {
  std::vector<std::string> directories;  ///< -I, in order, after the importing file's own folder.
};

/// Loads and parses the root file (already in `sources`) and everything that it imports: the root first, then
/// imports in the order in which they are met. Missing imports and cycles are reported. `std.*` comes from
/// the embedded standard library.
std::vector<syntax::File> LoadFiles(source::SourceManager& sources, source::FileId root,
                                    const source::FileSystem& file_system, const ImportOptions& options,
                                    diagnostics::Diagnostics& diagnostics);

}  // namespace meshc::loading
