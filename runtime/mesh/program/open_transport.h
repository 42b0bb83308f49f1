// The transport that a command line names.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "mesh/program/command_line.h"
#include "mesh/transport/clock.h"
#include "mesh/transport/transport.h"

namespace mesh::program {

/// What is wrong with the transport, the state store, or with what else is asked for together with them;
/// empty: nothing.
std::string FindTransportObstacle(const CommandLine& line);
/// True if envelopes outlive the process.
bool IsDurable(const CommandLine& line);
/// True if it is only said or asked something that concerns a mesh that runs elsewhere.
bool IsCommand(const CommandLine& line);

/// FindTransportObstacle has found nothing. `tell` gets lines for people, from any thread. `lose` is told
/// once, from a thread of the transport's, that what was written may be lost: the process ends best. The text
/// says why it cannot be opened.
std::variant<std::unique_ptr<transport::Transport>, std::string> OpenTransport(
    const CommandLine& line, std::string_view mesh, transport::Clock& clock,
    const std::function<void(const std::string&)>& tell, std::function<void(const std::string&)> lose);

}  // namespace mesh::program
