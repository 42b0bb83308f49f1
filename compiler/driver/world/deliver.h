// The one way by which a command writes what it was asked to write.
#pragma once

#include <string>
#include <string_view>

#include "compiler/driver/world/output_tree.h"
#include "compiler/driver/world/world.h"

namespace meshc::driver {

/// Standard output, where a path of a file to write is asked for.
inline constexpr std::string_view kStandardOutput = "-";

/// Commits the changes; what goes to the path `-` is printed once the rest is in place. Returns kClean; or
/// kUsage, after saying why nothing has changed.
int Deliver(Changes changes, World& world);

/// The same for sources, of which only regular files can be written anew: a pipe that was read has no place
/// for what came of it.
int Rewrite(Changes changes, World& world);

/// One file.
int Deliver(const std::string& path, std::string content, World& world);

}  // namespace meshc::driver
