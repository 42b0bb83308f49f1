// Where the parts of two versions stand in one picture: what was there stays, what is new stands beside it.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "codegen/graph/drawing.h"

namespace meshc::driver {

/// The nodes of `before` keep their places. Those that only `merged` has stand beside what they are joined to
/// by one of `edges`, as far to the right as they have to so that none hides another.
codegen::graph::Drawing::Layout PinLayout(const codegen::graph::Drawing::Layout& before,
                                          const codegen::graph::Drawing::Layout& merged,
                                          const std::set<std::pair<std::string, std::string>>& edges);

}  // namespace meshc::driver
