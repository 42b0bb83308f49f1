#include "mesh/program/serve.h"

#include <iostream>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "mesh/envelope/ids.h"
#include "mesh/host/crash_report.h"
#include "mesh/host/host.h"
#include "mesh/lines/root_inputs.h"
#include "mesh/program/batch.h"
#include "mesh/program/exit_code.h"
#include "mesh/program/exit_guard.h"
#include "mesh/program/host_log.h"
#include "mesh/program/host_settings.h"
#include "mesh/program/http_pages.h"
#include "mesh/program/leave_behind.h"
#include "mesh/program/random.h"
#include "mesh/program/routes_watch.h"
#include "mesh/program/served_actors.h"
#include "mesh/program/stop_signals.h"
#include "mesh/program/surroundings.h"
#include "mesh/program/traffic.h"
#include "mesh/state/idempotency_store.h"
#include "mesh/transport/steady_clock.h"

namespace mesh::program {

int Serve(const CommandLine& line, const Program& program, const FoundTables& found, contract::Index flow,
          const RunStreams& streams) {
  const auto served = std::get<ServedActors>(ChooseActors(program.actors, line.actors));
  StopSignals stop_signals;
  ErrorLines errors(std::cerr);
  const auto events = std::make_shared<Events>();
  transport::SteadyClock clock;
  lines::RootInputs inputs;
  HostLog log(errors, clock, inputs);
  auto opened = OpenSurroundings(line, found, served, clock, errors);
  if (const auto* why = std::get_if<std::string>(&opened)) {
    errors.Print(*why);
    return kUnusable;
  }
  auto& around = std::get<Surroundings>(opened);
  SharedRandom random(std::random_device{}());
  state::MemoryIdempotencyStore idempotency(RetentionNs(line));
  host::HostOptions options = OptionsOf(line, found.newest(), served, random, log, events);
  options.archive = around.archive.get();
  Traffic traffic(std::string(found.newest().flows[flow].name), Refusals::kAreVisits);
  if (streams.counts != nullptr) options.observers.push_back(&traffic);
  TellFewThreads(found.newest(), options.threads, errors);
  host::Host host({found.tables, served.actors, *around.transport, clock, idempotency, found.own},
                  std::move(options));
  const host::CrashReport crash_report(host.call_marks());
  UuidV7Source ids([&clock] { return clock.now_ns(); }, [&random] { return random.Bits(); });
  Batch batch({.line = line,
               .streams = streams,
               .versions = found.tables,
               .flow = flow,
               .host = host,
               .clock = clock,
               .errors = errors,
               .events = events,
               .inputs = inputs,
               .traffic = streams.counts != nullptr ? &traffic : nullptr,
               .next_id = [&ids] { return ids.NextId(); }});
  // After all that reads by the table which is there at first.
  const RoutesWatch routes(found.directory, host, [&errors](const std::string& text) { errors.Print(text); });
  const ExitGuard guard(
      [&batch] { batch.stopping().AskAtOnce("a handler called `exit`: the run ends here", 1); });
  // Ends before what it asks is gone.
  const SignalWatch watch(stop_signals, [&batch](int number) {
    batch.stopping().Ask(fmt::format("stopped by {}", NameOfSignal(number)), 1);
  });
  const auto pages = ShowPages(
      std::move(around.http), host, [&batch] { return batch.stopping().asked(); }, errors);
  int code = batch.Run();
  const bool at_rest = batch.StopCalls();
  if (streams.counts != nullptr &&
      !streams.counts->Keep(traffic.Print(program.mesh, found.newest().digest))) {
    errors.Print(streams.counts->problem());
    code = kUnusable;
  }
  if (at_rest && host.overruns() == 0 && !batch.stopping().overtime() && !guard.tripped()) return code;
  // What no handler has goes to other hosts.
  host.Flush();
  LeaveBehind(code);
}

}  // namespace mesh::program
