// Deploys and flavors in a file of their own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/queries/checked_root.h"

namespace meshc::queries {

struct MovedDeploys {
  std::string file;                      ///< Name of the new file, beside the old one.
  std::string text;                      ///< What stands in it.
  std::vector<diagnostics::Edit> edits;  ///< Of the old one.
};

/// What people who run the mesh write goes out of the file that its authors write. None: the file declares no
/// deploy, or nothing else.
std::optional<MovedDeploys> MoveDeploys(const CheckedRoot& root, source::FileId file);

}  // namespace meshc::queries
