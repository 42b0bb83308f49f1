// In which files declarations stand: relative to the folder of the root file, so that generated text
// does not depend on where anything lies.
#pragma once

#include <string>

#include "compiler/ir/mesh.h"
#include "compiler/source/source_manager.h"

namespace meshc::codegen {

class PlaceFinder {
 public:
  /// `sources` outlives the finder.
  PlaceFinder(const ir::Mesh& mesh, const source::SourceManager& sources);

  /// Empty for what stands nowhere.
  std::string FileOf(const types::Origin& origin) const;

 private:
  const source::SourceManager& sources_;
  std::string root_folder_;  ///< Empty: the current one.
};

}  // namespace meshc::codegen
