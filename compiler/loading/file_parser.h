// Who parses the files of a compilation: whoever compiles again and again need not parse again what stayed
// the same.
#pragma once

#include "compiler/loading/load_files.h"

namespace meshc::loading {

class FileParser {
 public:
  virtual ~FileParser() = default;
  /// As `syntax::ParseFile`. Nodes may live elsewhere than in the arena of what comes back; then they and the
  /// text that they refer to live as long as the caller's compilation.
  virtual syntax::File Parse(const source::SourceManager& sources, source::FileId id,
                             diagnostics::Diagnostics& diagnostics) = 0;
};

/// `LoadFiles`, by another parser.
std::vector<syntax::File> LoadFilesBy(FileParser& parser, source::SourceManager& sources, source::FileId root,
                                      const source::FileSystem& file_system, const ImportOptions& options,
                                      diagnostics::Diagnostics& diagnostics);

}  // namespace meshc::loading
