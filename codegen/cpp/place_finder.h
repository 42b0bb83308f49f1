// Where declarations stand, as `#line` names it: relative to the folder of the root file, so
// that generated text does not depend on where anything lies.
#pragma once

#include <string>

#include "codegen/cpp/model.h"
#include "compiler/ir/mesh.h"
#include "compiler/source/source_manager.h"

namespace meshc::codegen {

class PlaceFinder {
 public:
  /// `sources` outlives the finder.
  PlaceFinder(const ir::Mesh& mesh, const source::SourceManager& sources);

  /// Line 0 for what stands nowhere.
  Place Find(const types::Origin& origin) const;

 private:
  const source::SourceManager& sources_;
  std::string root_folder_;  ///< Empty: the current one.
};

}  // namespace meshc::codegen
