// How a process ends that has handlers which never come back.
#pragma once

#include <functional>
#include <string>

#include "mesh/program/error_lines.h"

namespace mesh::program {

/// Ends the process with that exit code: a handler that never comes back cannot be joined, only left behind.
[[noreturn]] void LeaveBehind(int code);

/// What ends the process where a transport may have lost what was written: only what is stored counts then,
/// and whoever comes next goes on from there. `errors` outlives it.
std::function<void(const std::string& problem)> EndAtLoss(ErrorLines& errors);

}  // namespace mesh::program
