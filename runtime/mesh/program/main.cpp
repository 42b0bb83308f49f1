#include "mesh/program/main.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mesh/lines/entrance.h"
#include "mesh/program/ask_mesh.h"
#include "mesh/program/ask_ready.h"
#include "mesh/program/command_line.h"
#include "mesh/program/complain.h"
#include "mesh/program/find_tables.h"
#include "mesh/program/open_program.h"
#include "mesh/program/open_streams.h"
#include "mesh/program/open_transport.h"
#include "mesh/program/play_scenarios.h"
#include "mesh/program/provision.h"
#include "mesh/program/serve.h"
#include "mesh/program/serve_mailboxes.h"
#include "mesh/program/served_actors.h"
#include "mesh/program/settled_tables.h"
#include "mesh/program/simulate.h"
#include "mesh/program/standard_streams.h"
#include "mesh/program/stop_signals.h"
#include "mesh/program/tell_mesh.h"

namespace mesh::program {

namespace {

/// Why the choice of actors and transport cannot be served; empty: it can.
std::string FindObstacle(const CommandLine& line, const Program& program) {
  if (std::string obstacle = FindTransportObstacle(line); !obstacle.empty()) return obstacle;
  const auto chosen = ChooseActors(program.actors, line.actors);
  if (const auto* wrong = std::get_if<std::string>(&chosen)) return *wrong;
  if (IsDurable(line) || std::get<ServedActors>(chosen).all) return {};
  std::vector<std::string_view> missing;
  for (const actor::Entry& entry : program.actors) {
    if (std::ranges::find(line.actors, entry.actor) == line.actors.end()) missing.push_back(entry.actor);
  }
  return fmt::format(
      "--actor leaves out {}: with the transport inproc one process serves every actor of a mesh",
      fmt::join(missing, ", "));
}

/// The actors that are left to this process, with their settings.
std::variant<ServedActors, std::string> OpenServed(const CommandLine& line, const Program& program) {
  auto served = std::get<ServedActors>(ChooseActors(program.actors, line.actors));
  auto opened = OpenProgram(line, program, served.actors);
  if (auto* problem = std::get_if<std::string>(&opened)) return std::move(*problem);
  served.actors = std::get<std::vector<actor::Entry>>(std::move(opened));
  return served;
}

int RunMailboxes(const CommandLine& line, const Program& program, const FoundTables& found,
                 StartWatch& starting) {
  const auto served = OpenServed(line, program);
  if (const auto* problem = std::get_if<std::string>(&served)) return Complain(*problem);
  return ServeMailboxes(line, std::get<ServedActors>(served), found, starting);
}

/// The exit code of a run that a signal ends before its first input.
int CodeOfSignal(int number) {
  constexpr int kOfSignals = 128;
  return kOfSignals + number;
}

int RunEnvelopes(const CommandLine& line, const Program& program, const FoundTables& found) {
  const auto flow = lines::ChooseFlow(found.newest(), line.flow, found.tables.front().promises.former);
  if (const auto* problem = std::get_if<std::string>(&flow)) return Complain(*problem);
  OpenStreams open;
  // In a deterministic run all envelopes are on one table.
  const std::span<const contract::Version> versions(found.tables);
  if (const auto problem = open.Open(line, line.deterministic ? versions.first(1) : versions)) {
    Complain(problem->text);
    return problem->exit_code;
  }
  // Handlers may start threads and print as soon as they are opened: the signals are not theirs, nor are the
  // lines of results.
  StartWatch starting(CodeOfSignal);
  open.streams.output = TakeStandardOutput();
  const auto opened = OpenServed(line, program);
  if (const auto* problem = std::get_if<std::string>(&opened)) return Complain(*problem);
  starting.End();
  Program ready = program;
  ready.actors = std::get<ServedActors>(opened).actors;
  const contract::Index index = std::get<contract::Index>(flow);
  return line.deterministic ? Simulate(line, ready, found.tables.front(), index, open.streams)
                            : Serve(line, ready, found, index, open.streams);
}

int Run(CommandLine line, const Program& program) {
  if (!line.ready.empty()) return AskReady(line.ready);
  // A host that serves is told to stop by a signal, and has nothing to finish while it starts.
  std::optional<StartWatch> starting;
  if (line.serve) starting.emplace([](int) { return EXIT_SUCCESS; });
  if (const std::string obstacle = FindObstacle(line, program); !obstacle.empty()) return Complain(obstacle);
  const auto settings = ReadSettings(line, program);
  if (const auto* wrong = std::get_if<std::string>(&settings)) return Complain(*wrong);
  const actor::CallsOfActors& calls = std::get<actor::AllSettings>(settings).calls();
  line.lanes = std::get<actor::AllSettings>(settings).lanes();
  // Scenarios say themselves how calls end.
  const auto settled =
      calls.empty() || !line.scenarios.empty() ? nullptr : std::make_shared<SettledTables>(calls);
  const auto found = FindTables(program, line.routes, settled);
  if (const auto* problem = std::get_if<std::string>(&found)) return Complain(*problem);
  const auto& tables = std::get<FoundTables>(found);
  if (const std::string unknown = FindUnknownError(calls, tables.tables); !unknown.empty())
    return Complain(fmt::format("{}: {}", line.settings, unknown));
  for (const std::string& why : tables.skipped) std::cerr << why << '\n';
  if (line.table) {
    std::cout << tables.newest().digest << '\n';
    return 0;
  }
  if (line.provision) return Provision(line, tables);
  if (line.question.kind != Question::Kind::kNone) return AskMesh(line, tables);
  if (IsCommand(line)) return TellMesh(line, tables);
  // Nobody else takes what this process does not.
  const bool one_thread = line.deterministic || !line.scenarios.empty();
  if (!IsDurable(line)) {
    if (const std::string why = FindUnserved(program, tables, tables.tables.front(), one_thread);
        !why.empty())
      return Complain(why);
  }
  if (starting) return RunMailboxes(line, program, tables, *starting);
  if (line.scenarios.empty()) return RunEnvelopes(line, program, tables);
  return PlayScenarios(line, program, tables);
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
  return FlushStandardOutput() ? code : kUnusable;
}

}  // namespace mesh::program
