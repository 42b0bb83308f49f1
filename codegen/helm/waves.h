// Applications of one chart, one after the other, on the way from a version of the mesh to the next.
#pragma once

#include <string>
#include <vector>

#include "codegen/common/artifact.h"

namespace meshc::codegen {

struct Wave {
  std::string about;                ///< What it does, and what has to have happened before: sentences.
  std::string current;              ///< Digest of the table on which new envelopes enter.
  std::vector<std::string> former;  ///< Actors whose hosts still run the image of the former release.
};

/// `values-wave-1.yaml` and so on, to be laid over the values of a deploy. `target`: digest of the table that
/// they lead to; a chart of another one refuses them.
ArtifactSet RenderWaves(const std::vector<Wave>& waves, const std::string& target);

}  // namespace meshc::codegen
