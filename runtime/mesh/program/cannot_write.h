// What people are told of a file that takes nothing.
#pragma once

#include <string>

namespace mesh::program {

/// As `errno` says.
std::string CannotWrite(const std::string& path);

}  // namespace mesh::program
