#include "mesh/host/main.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "mesh/host/command_line.h"
#include "mesh/host/entrance.h"
#include "mesh/host/find_tables.h"
#include "mesh/host/play_scenarios.h"
#include "mesh/host/serve.h"
#include "mesh/host/simulated.h"
#include "mesh/host/stoppable_input.h"
#include "mesh/host/verdict.h"

namespace mesh::host {

namespace {

constexpr int kWrongUsage = 2;

int Refuse(const std::string& why) {
  std::cerr << why << '\n';
  return kWrongUsage;
}

/// Why the choice of actors and transport cannot be served; empty: it can.
std::string FindObstacle(const CommandLine& line, const Program& program) {
  if (line.transport != "inproc")
    return fmt::format("no transport is called `{}`; there is inproc", line.transport);
  const auto known = [&program](const std::string& actor) {
    return std::ranges::find(program.actors, actor, &actor::Entry::actor) != program.actors.end();
  };
  const auto unknown = std::ranges::find_if_not(line.actors, known);
  if (unknown != line.actors.end()) return fmt::format("this host has no actor `{}`", *unknown);
  if (line.actors.empty()) return {};
  std::vector<std::string_view> missing;
  for (const actor::Entry& entry : program.actors) {
    if (std::ranges::find(line.actors, entry.actor) == line.actors.end()) missing.push_back(entry.actor);
  }
  if (missing.empty()) return {};
  return fmt::format(
      "--actor leaves out {}: with the transport inproc one process serves every actor of a mesh",
      fmt::join(missing, ", "));
}

int Simulate(const CommandLine& line, const Program& program, const contract::RouteTable& table,
             contract::Index flow, int input, const InputSignals& signals) {
  StoppableInput buffer(input);
  std::istream lines(&buffer);
  const route::Router router(table);
  const JsonLinesOptions options{.flow = flow, .whole_envelopes = line.envelope, .next_id = CountedIds()};
  const Runner runner = Simulated(router, flow, HandlerResponder(router, program.actors, &std::cerr),
                                  line.follow ? &std::cerr : nullptr, signals);
  return Judge(RunJsonLines(router, options, lines, std::cout, runner), signals, line.signals, std::cerr);
}

/// Below 0: it cannot be read, and `errno` says why.
int OpenInput(const std::string& path) {
  if (path == "-") return STDIN_FILENO;
  std::error_code none;
  if (std::filesystem::is_directory(path, none)) {
    errno = EISDIR;
    return -1;
  }
  return open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

/// None, if no file is given.
std::variant<InputSignals, Farewell> ReadSignals(const std::string& path, const contract::RouteTable& table) {
  if (path.empty()) return InputSignals();
  std::error_code none;
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad() || std::filesystem::is_directory(path, none))
    return Farewell{2, fmt::format("cannot read `{}`", path)};
  auto read = InputSignals::Read(table, text);
  if (const auto* problem = std::get_if<std::string>(&read))
    return Farewell{1, fmt::format("{}:{}", path, *problem)};
  return std::get<InputSignals>(std::move(read));
}

int RunEnvelopes(const CommandLine& line, const Program& program, const FoundTables& found) {
  const auto flow = ChooseFlow(*found.tables.front(), line.flow);
  if (const auto* problem = std::get_if<std::string>(&flow)) return Refuse(*problem);
  const auto signals = ReadSignals(line.signals, *found.tables.front());
  if (const auto* problem = std::get_if<Farewell>(&signals)) {
    Refuse(problem->text);
    return problem->exit_code;
  }
  const int input = OpenInput(line.input);
  if (input < 0) {
    return Refuse(fmt::format("cannot read `{}`: {}", line.input, std::generic_category().message(errno)));
  }
  const contract::Index index = std::get<contract::Index>(flow);
  const auto& given = std::get<InputSignals>(signals);
  const int code = line.deterministic ? Simulate(line, program, *found.tables.front(), index, input, given)
                                      : Serve(line, program, found, index, input, given);
  if (input != STDIN_FILENO) close(input);
  return code;
}

}  // namespace

int Main(int argc, char** argv, const Program& program) {
  const auto parsed = ParseCommandLine(argc, argv, program.mesh);
  if (const auto* farewell = std::get_if<Farewell>(&parsed)) {
    (farewell->exit_code == 0 ? std::cout : std::cerr) << farewell->text;
    return farewell->exit_code;
  }
  const auto& line = std::get<CommandLine>(parsed);
  if (const std::string obstacle = FindObstacle(line, program); !obstacle.empty()) return Refuse(obstacle);
  const auto found = FindTables(program, line.routes);
  if (const auto* problem = std::get_if<std::string>(&found)) return Refuse(*problem);
  const auto& tables = std::get<FoundTables>(found);
  for (const std::string& why : tables.skipped) std::cerr << why << '\n';
  return line.scenarios.empty() ? RunEnvelopes(line, program, tables) : PlayScenarios(line, program, tables);
}

}  // namespace mesh::host
