// The actors of a host, opened with its settings.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "mesh/actor/handler.h"
#include "mesh/host/command_line.h"
#include "mesh/host/main.h"

namespace mesh::host {

/// Every actor that is served, ready to be called; else what is wrong with the settings, or with an
/// actor that cannot be opened.
std::variant<std::vector<actor::Entry>, std::string> OpenProgram(const CommandLine& line,
                                                                 const Program& program);

}  // namespace mesh::host
