// Asks a host for one of its pages, as a probe without a program of its own has to.
#pragma once

#include <string>
#include <variant>

#include "mesh/monitoring/http_server.h"

namespace mesh::monitoring {

/// Waits a few seconds at most. Where the address names no host it is this machine. The text says why there
/// is no answer.
std::variant<HttpPage, std::string> AskPage(const HttpAddress& address, const std::string& path);

}  // namespace mesh::monitoring
