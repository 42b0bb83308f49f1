#include "mesh/program/provision.h"

#include <iostream>
#include <memory>
#include <variant>

#include <fmt/format.h>

#include "mesh/durable/mailboxes.h"
#include "mesh/program/exit_code.h"
#include "mesh/program/open_transport.h"
#include "mesh/transport/steady_clock.h"

namespace mesh::program {

int Provision(const CommandLine& line, const FoundTables& found) {
  const auto tell = [](const std::string& text) { std::cerr << text << '\n'; };
  transport::SteadyClock clock;
  const contract::RouteTable& newest = found.newest();
  const auto opened = OpenTransport(line, newest.mesh, clock, tell, tell);
  if (const auto* why = std::get_if<std::string>(&opened)) {
    tell(*why);
    return kUnusable;
  }
  transport::Transport& transport = *std::get<std::unique_ptr<transport::Transport>>(opened);
  for (const contract::Version& version : found.tables) {
    for (const std::string& mailbox : durable::MailboxesOf(*version.table, version.promises.former)) {
      const std::string obstacle = transport.Provide(mailbox);
      if (obstacle.empty()) continue;
      tell(obstacle);
      return kUnusable;
    }
  }
  if (const std::string obstacle = transport.obstacle(); !obstacle.empty()) {
    tell(obstacle);
    return kUnusable;
  }
  tell(fmt::format("{} has what the mesh `{}` needs", line.transport, newest.mesh));
  return 0;
}

}  // namespace mesh::program
