// Which files a command is about, if folders may be named.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/world/world.h"

namespace meshc::driver {

/// `paths`, each folder replaced by the `.flow` files in it and below, without hidden ones and sorted. What
/// is no folder stays as it is, and a file that is named twice is taken once. None: a folder holds no such
/// file, which has been said.
std::optional<std::vector<std::string>> FindFlowFiles(const std::vector<std::string>& paths, World& world);

}  // namespace meshc::driver
