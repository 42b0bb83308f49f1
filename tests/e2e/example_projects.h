// The projects below examples/, and what a compile and a build of them leave behind.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace meshc::test {

/// Names of all examples, sorted.
std::vector<std::string> ExampleNames();
/// Names of the examples whose folder has an entry of that name.
std::vector<std::string> ExamplesWith(const std::string& entry);

/// The one flow file of `folder` with a `mesh` line.
std::filesystem::path RootFile(const std::filesystem::path& folder);

/// The hosts that were built in `folder`, in the order of their names.
std::vector<std::filesystem::path> HostsIn(const std::filesystem::path& folder);

}  // namespace meshc::test
