// What a command line names around a host, opened: where messages are, where ends are kept, who may look on.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "mesh/archive/archive.h"
#include "mesh/monitoring/http_server.h"
#include "mesh/program/command_line.h"
#include "mesh/program/error_lines.h"
#include "mesh/program/find_tables.h"
#include "mesh/program/served_actors.h"
#include "mesh/transport/clock.h"
#include "mesh/transport/transport.h"

namespace mesh::program {

/// Outlives the host.
struct Surroundings {
  std::unique_ptr<monitoring::HttpServer> http;  ///< Bound, and not shown anything yet. Null: none.
  std::unique_ptr<transport::Transport> transport;
  std::unique_ptr<archive::Archive> archive;  ///< Null: none.
};

/// For the tables that were found. What goes wrong later is told on `errors`; where what was written may be
/// lost the process ends. Clock and errors outlive what is opened. The text says what cannot be opened, and
/// why.
std::variant<Surroundings, std::string> OpenSurroundings(const CommandLine& line, const FoundTables& found,
                                                         const ServedActors& served, transport::Clock& clock,
                                                         ErrorLines& errors);

}  // namespace mesh::program
