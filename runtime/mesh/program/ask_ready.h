// Asks a running host whether it can work: the health check of containers that hold no other program.
#pragma once

#include <string>

namespace mesh::program {

/// `address` is what that host's `--http` says. 0: it is ready; 1: it is not, or does not answer, and
/// standard error says why; 2: the address is none.
int AskReady(const std::string& address);

}  // namespace mesh::program
