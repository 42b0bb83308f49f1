#include "mesh/program/surroundings.h"

#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "mesh/host/table_needs.h"
#include "mesh/program/http_pages.h"
#include "mesh/program/leave_behind.h"
#include "mesh/program/open_transport.h"

namespace mesh::program {

namespace {

std::variant<std::unique_ptr<archive::Archive>, std::string> OpenArchive(const CommandLine& line,
                                                                         std::string_view mesh,
                                                                         const ServedActors& served,
                                                                         ErrorLines& errors) {
  if (line.archive.empty()) return std::unique_ptr<archive::Archive>();
  if (!served.sink) return "--archive keeps what ends here, and this host does not serve @sink";
  return archive::Archive::Open(
      {.folder = line.archive,
       .mesh = std::string(mesh),
       .on_problem = [&errors](const std::string& problem) {
         errors.Print(problem.empty() ? "the archive can be written again"
                                      : fmt::format("{}; what ends waits until it can", problem));
       }});
}

/// Takes what was opened out; something: why it was not.
template <typename Opened>
std::string TakeOut(std::variant<std::unique_ptr<Opened>, std::string> opened,
                    std::unique_ptr<Opened>& into) {
  if (auto* why = std::get_if<std::string>(&opened)) return std::move(*why);
  into = std::get<0>(std::move(opened));
  return {};
}

}  // namespace

std::variant<Surroundings, std::string> OpenSurroundings(const CommandLine& line, const FoundTables& found,
                                                         const ServedActors& served, transport::Clock& clock,
                                                         ErrorLines& errors) {
  Surroundings opened;
  const std::string_view mesh = found.newest().mesh;
  std::string why = TakeOut(BindHttp(line.http), opened.http);
  if (!why.empty()) return why;
  const auto tell = [&errors](const std::string& text) { errors.Print(text); };
  why = TakeOut(OpenTransport(line, mesh, clock, tell, EndAtLoss(errors)), opened.transport);
  if (!why.empty()) return why;
  for (const contract::Version& version : found.tables) {
    why = host::FindLackOf(*version.table, *opened.transport);
    if (!why.empty()) return why;
  }
  why = TakeOut(OpenArchive(line, mesh, served, errors), opened.archive);
  if (!why.empty()) return why;
  return opened;
}

}  // namespace mesh::program
