// From artifacts to changes of the disk: what has to be written, and what is left alone.
#pragma once

#include <string>
#include <vector>

#include "compiler/driver/compilation/compilation.h"
#include "compiler/driver/world/output_tree.h"

namespace meshc::driver {

/// What a compile into `folder` does there. Paths with the folder.
struct WritePlan {
  Changes changes;
  std::vector<std::string> foreign;  ///< Writes to files that are not meshc's own, or were edited since.
  std::vector<std::string> remarks;  ///< What the user may have to do with `once` files: whole sentences.
};

/// Compares what was generated with what stands in `folder`. Files of equal content and `once`
/// files that exist are not written, nor are those whose file still bears a former name; generated files
/// that are no longer made are removed if nobody has edited them. `only`: back ends to write, empty:
/// all; the rest stays as it is.
WritePlan PlanWrites(const Compilation& compilation, const std::string& folder,
                     const std::vector<std::string>& only, const OutputTree& tree);

/// The dependencies of a compile for Make and Ninja: `target: source source`.
std::string PrintDepfile(const Compilation& compilation, const std::string& target);

}  // namespace meshc::driver
