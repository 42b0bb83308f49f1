#include "mesh/program/serve_mailboxes.h"

#include <iostream>
#include <random>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mesh/host/crash_report.h"
#include "mesh/host/host.h"
#include "mesh/program/exit_code.h"
#include "mesh/program/exit_guard.h"
#include "mesh/program/host_settings.h"
#include "mesh/program/http_pages.h"
#include "mesh/program/leave_behind.h"
#include "mesh/program/routes_watch.h"
#include "mesh/program/stop_signals.h"
#include "mesh/program/stopping.h"
#include "mesh/program/surroundings.h"
#include "mesh/transport/steady_clock.h"

namespace mesh::program {

namespace {

std::string DescribeServed(const ServedActors& served) {
  std::vector<std::string_view> names;
  for (const actor::Entry& entry : served.actors) names.push_back(entry.actor);
  if (served.sink) names.emplace_back("@sink");
  if (served.control) names.emplace_back("@control");
  return fmt::format("serving {}", fmt::join(names, ", "));
}

/// Until somebody asks for a stop, and then until no handler runs or the time is up.
void WaitForStop(host::Host& host, const Stopping& stopping, Events& events) {
  bool taking = true;
  while (true) {
    const std::uint64_t seen = events.count();
    if (stopping.asked() && std::exchange(taking, false)) host.StopTaking();
    if (!taking && (stopping.overtime() || host.at_rest())) return;
    events.WaitBeyond(seen);
  }
}

}  // namespace

int ServeMailboxes(const CommandLine& line, const ServedActors& served, const FoundTables& found,
                   StartWatch& starting) {
  ErrorLines errors(std::cerr);
  const auto events = std::make_shared<Events>();
  transport::SteadyClock clock;
  const lines::RootInputs inputs;
  HostLog log(errors, clock, inputs);
  auto opened = OpenSurroundings(line, found, served, clock, errors);
  if (const auto* why = std::get_if<std::string>(&opened)) {
    errors.Print(*why);
    return kUnusable;
  }
  auto& around = std::get<Surroundings>(opened);
  SharedRandom random(std::random_device{}());
  state::MemoryIdempotencyStore idempotency;
  host::HostOptions options = OptionsOf(line, found.newest(), served, random, log, events);
  options.archive = around.archive.get();
  TellFewThreads(found.newest(), options.threads, errors);
  // From here on calls may be under way: a signal waits for the watch below.
  starting.End();
  host::Host host({found.tables, served.actors, *around.transport, clock, idempotency, found.own},
                  std::move(options));
  const host::CrashReport crash_report(host.call_marks());
  const RoutesWatch routes(found.directory, host, [&errors](const std::string& text) { errors.Print(text); });
  Stopping stopping(clock, GraceNs(line), events, [&errors](const std::string& why) { errors.Print(why); });
  const ExitGuard guard(
      [&stopping] { stopping.AskAtOnce("a handler called `exit`: the host stops here", 1); });
  const SignalWatch watch(starting.signals(), [&stopping](int number) {
    stopping.Ask(fmt::format("stopped by {}", NameOfSignal(number)), 1);
  });
  const auto pages = ShowPages(
      std::move(around.http), host, [&stopping] { return stopping.asked(); }, errors);
  errors.Print(DescribeServed(served));
  WaitForStop(host, stopping, *events);
  host.StopCalls();
  host.Flush();
  const int code = guard.tripped() ? 1 : 0;
  if (!host.at_rest() || host.overruns() > 0 || guard.tripped()) LeaveBehind(code);
  return code;
}

}  // namespace mesh::program
