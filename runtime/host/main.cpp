#include "mesh/host/main.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mesh/host/command_line.h"
#include "mesh/host/entrance.h"
#include "mesh/host/find_tables.h"
#include "mesh/host/open_program.h"
#include "mesh/host/open_streams.h"
#include "mesh/host/play_scenarios.h"
#include "mesh/host/serve.h"
#include "mesh/host/simulate.h"
#include "mesh/host/standard_streams.h"
#include "mesh/host/stop_signals.h"

namespace mesh::host {

namespace {

/// Of usage, and of files that cannot be read or written.
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

/// Nothing is under way yet: a signal ends the process.
std::variant<std::vector<actor::Entry>, std::string> Open(const CommandLine& line, const Program& program,
                                                          const StopSignals& stop_signals) {
  constexpr int kOfSignals = 128;
  const SignalWatch watch(stop_signals, [](int number) { std::_Exit(kOfSignals + number); });
  return OpenProgram(line, program);
}

int RunEnvelopes(const CommandLine& line, const Program& program, const FoundTables& found) {
  const contract::RouteTable& newest = *found.tables.front();
  const auto flow = ChooseFlow(newest, line.flow);
  if (const auto* problem = std::get_if<std::string>(&flow)) return Refuse(*problem);
  OpenStreams open;
  if (const auto problem = open.Open(line, newest)) {
    Refuse(problem->text);
    return problem->exit_code;
  }
  // Handlers may start threads and print as soon as they are opened: the signals are not theirs, nor are the
  // lines of results.
  const StopSignals stop_signals;
  open.streams.output = TakeStandardOutput();
  const auto opened = Open(line, program, stop_signals);
  if (const auto* problem = std::get_if<std::string>(&opened)) return Refuse(*problem);
  Program ready = program;
  ready.actors = std::get<std::vector<actor::Entry>>(opened);
  const contract::Index index = std::get<contract::Index>(flow);
  return line.deterministic ? Simulate(line, ready, newest, index, open.streams)
                            : Serve(line, ready, found, index, open.streams);
}

int Run(const CommandLine& line, const Program& program) {
  if (const std::string obstacle = FindObstacle(line, program); !obstacle.empty()) return Refuse(obstacle);
  const auto found = FindTables(program, line.routes);
  if (const auto* problem = std::get_if<std::string>(&found)) return Refuse(*problem);
  const auto& tables = std::get<FoundTables>(found);
  for (const std::string& why : tables.skipped) std::cerr << why << '\n';
  if (line.table) {
    std::cout << tables.tables.front()->digest << '\n';
    return 0;
  }
  return line.scenarios.empty() ? RunEnvelopes(line, program, tables) : PlayScenarios(line, program, tables);
}

}  // namespace

int Main(int argc, char** argv, const Program& program) {
  GuardStandardStreams();
  const auto parsed = ParseCommandLine(argc, argv, program.mesh);
  int code = 0;
  if (const auto* farewell = std::get_if<Farewell>(&parsed)) {
    (farewell->exit_code == 0 ? std::cout : std::cerr) << farewell->text;
    code = farewell->exit_code;
  } else {
    code = Run(std::get<CommandLine>(parsed), program);
  }
  return FlushStandardOutput() ? code : kWrongUsage;
}

}  // namespace mesh::host
