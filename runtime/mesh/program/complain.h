// What a host says when it cannot do what it was asked.
#pragma once

#include <string_view>

#include "mesh/program/exit_code.h"

namespace mesh::program {

/// Tells on standard error why nothing, or not all, can be done; gives the code to exit with.
int Complain(std::string_view why, int code = kUnusable);

}  // namespace mesh::program
