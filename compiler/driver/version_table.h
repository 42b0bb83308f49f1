// A version of a mesh as its table alone: a `routes.json`, or a table beside a lock.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "compiler/driver/version_loader.h"

namespace meshc::driver {

/// The version that `text` holds, or what is wrong with it. Its names can be printed.
std::variant<std::unique_ptr<LoadedVersion>, std::string> ReadVersion(const std::string& text);

}  // namespace meshc::driver
