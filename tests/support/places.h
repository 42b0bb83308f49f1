// Where this checkout and its build stand: known to one source file, so that all others compile to
// the same bytes in every checkout.
#pragma once

#include <filesystem>

namespace meshc::test {

std::filesystem::path SourceFolder();
std::filesystem::path BuildFolder();

}  // namespace meshc::test
