// The projects below examples/, and what a compile and a build of them leave behind.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace meshc::test {

/// Names of the examples that bring handlers along, or of those that do not.
std::vector<std::string> ExampleNames(bool with_handlers);

/// The one flow file of `folder` with a `mesh` line.
std::filesystem::path RootFile(const std::filesystem::path& folder);

/// The hosts that were built in `folder`, in the order of their names.
std::vector<std::filesystem::path> HostsIn(const std::filesystem::path& folder);

}  // namespace meshc::test
