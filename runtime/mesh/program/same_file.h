// Whether what is to be written is what is read.
#pragma once

#include <string>

namespace mesh::program {

/// True if `path` is the regular file that is open as `descriptor`.
bool SameFile(int descriptor, const std::string& path);

}  // namespace mesh::program
