#include "mesh/host/serve.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "mesh/envelope/ids.h"
#include "mesh/host/batch.h"
#include "mesh/host/crash_report.h"
#include "mesh/host/default_threads.h"
#include "mesh/host/exit_guard.h"
#include "mesh/host/host.h"
#include "mesh/host/log_line.h"
#include "mesh/host/random.h"
#include "mesh/host/root_inputs.h"
#include "mesh/host/stop_signals.h"
#include "mesh/state/idempotency_store.h"
#include "mesh/transport/inproc.h"
#include "mesh/transport/steady_clock.h"

namespace mesh::host {

namespace {

/// Lines of log about envelopes, which are known by their inputs.
class Log {
 public:
  Log(ErrorLines& errors, const transport::Clock& clock, const RootInputs& inputs)
      : errors_(errors), clock_(clock), inputs_(inputs) {}

  void Tell(const Hop& hop) const { errors_.PutLine(HopLine(About(hop), hop.attempt, hop.outcome)); }
  void Tell(const Logged& logged) const {
    errors_.PutLine(LogLine(About(logged), logged.level, logged.message));
  }

 private:
  template <typename Told>
  LogSubject About(const Told& told) const {
    return {.time_ns = clock_.now_ns(),
            .input = inputs_.Find(told.root_id).input,
            .envelope_id = told.envelope_id,
            .actor = told.actor};
  }

  ErrorLines& errors_;
  const transport::Clock& clock_;
  const RootInputs& inputs_;
};

HostOptions OptionsOf(const CommandLine& line, const contract::RouteTable& table, SharedRandom& random,
                      const Log& log, const std::shared_ptr<Events>& events) {
  HostOptions options;
  options.threads =
      line.threads != 0 ? line.threads : DefaultThreads(table, std::thread::hardware_concurrency());
  options.max_envelopes = line.max_envelopes;
  options.max_overruns = line.max_overruns;
  options.random = [&random] { return random.Fraction(); };
  options.log = [&log](const Logged& logged) { log.Tell(logged); };
  options.changed = [events] { events->Notify(); };
  if (line.follow) options.on_hop = [&log](const Hop& hop) { log.Tell(hop); };
  return options;
}

std::int64_t RetentionNs(const CommandLine& line) {
  constexpr double kCentury = 100.0 * 365 * 86'400;
  return static_cast<std::int64_t>(std::min(line.keep_seconds, kCentury) * 1e9);
}

/// Says it if an actor may have to wait for the slow calls of another one.
void TellFewThreads(const contract::RouteTable& table, std::uint32_t threads, ErrorLines& errors) {
  const std::uint64_t calls = CallsAtOnce(table);
  if (calls > threads)
    errors.Print(fmt::format("the actors may make {} calls at once, {} threads serve them", calls, threads));
}

/// A handler that never comes back cannot be joined, only left behind with the process.
[[noreturn]] void LeaveBehind(int code) {
  std::cerr.flush();
  std::_Exit(code);
}

}  // namespace

int Serve(const CommandLine& line, const Program& program, const FoundTables& found, contract::Index flow,
          const RunStreams& streams) {
  StopSignals stop_signals;
  ErrorLines errors(std::cerr);
  const auto events = std::make_shared<Events>();
  transport::SteadyClock clock;
  RootInputs inputs;
  const Log log(errors, clock, inputs);
  const auto transport = transport::MakeInproc(clock);
  state::MemoryIdempotencyStore idempotency(RetentionNs(line));
  SharedRandom random(std::random_device{}());
  HostOptions options = OptionsOf(line, *found.tables.front(), random, log, events);
  TellFewThreads(*found.tables.front(), options.threads, errors);
  Host host({found.tables, program.actors, *transport, clock, idempotency}, std::move(options));
  const CrashReport crash_report(host.call_marks());
  UuidV7Source ids([&clock] { return clock.now_ns(); }, [&random] { return random.Bits(); });
  Batch batch({.line = line,
               .streams = streams,
               .flow = flow,
               .host = host,
               .clock = clock,
               .errors = errors,
               .events = events,
               .inputs = inputs,
               .next_id = [&ids] { return ids.NextId(); }});
  const ExitGuard guard(
      [&batch] { batch.stopping().AskAtOnce("a handler called `exit`: the run ends here", 1); });
  // Ends before what it asks is gone.
  const SignalWatch watch(stop_signals, [&batch](int number) {
    batch.stopping().Ask(fmt::format("stopped by {}", NameOfSignal(number)), 1);
  });
  const int code = batch.Run();
  const bool at_rest = batch.StopCalls();
  if (!at_rest || host.overruns() > 0 || batch.stopping().overtime() || guard.tripped()) LeaveBehind(code);
  return code;
}

}  // namespace mesh::host
