#include "mesh/host/serve.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <random>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "mesh/envelope/ids.h"
#include "mesh/host/default_threads.h"
#include "mesh/host/host.h"
#include "mesh/host/json_lines.h"
#include "mesh/host/log_line.h"
#include "mesh/host/random.h"
#include "mesh/host/stop_signals.h"
#include "mesh/host/stoppable_input.h"
#include "mesh/host/verdict.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/state/idempotency_store.h"
#include "mesh/transport/inproc.h"
#include "mesh/transport/steady_clock.h"
#include "mesh/value/saturating.h"

namespace mesh::host {

namespace {

/// Whole lines on standard error, from any thread.
class ErrorLines {
 public:
  void Print(const std::string& line) {
    const std::lock_guard lock(mutex_);
    std::cerr << line << '\n';
  }

 private:
  std::mutex mutex_;
};

HostOptions OptionsOf(const CommandLine& line, const contract::RouteTable& table, SharedRandom& random,
                      ErrorLines& errors) {
  HostOptions options;
  options.threads =
      line.threads != 0 ? line.threads : DefaultThreads(table, std::thread::hardware_concurrency());
  options.max_envelopes = line.max_envelopes;
  options.random = [&random] { return random.Fraction(); };
  options.log = [&errors](actor::LogLevel level, std::string_view actor, std::string_view envelope_id,
                          std::string_view message) {
    errors.Print(LogLine(level, actor, envelope_id, message));
  };
  if (line.follow) {
    options.on_hop = [&errors](const Hop& hop) {
      errors.Print(fmt::format("{} {} attempt {}: {}", hop.envelope_id, hop.actor, hop.attempt, hop.outcome));
    };
  }
  return options;
}

/// The host refused the envelope: it is stopping, or another one has the same id.
Envelope Refused(Envelope envelope) {
  envelope.status.phase = Phase::kFailed;
  envelope.status.error =
      route::MakeError(contract::BuiltinError::kContractViolation, "an envelope with this id is under way");
  return envelope;
}

Runner RunnerOf(Host& host, contract::Index flow, const InputSignals& signals) {
  return [&host, flow, &signals](std::uint64_t input, Envelope envelope, const Ended& ended) {
    const std::string id = envelope.id;
    if (!host.Submit(flow, std::move(envelope), ended)) return ended(Refused(std::move(envelope)));
    for (const InputSignal& signal : signals.Of(input)) host.Signal(id, signal.name, signal.json);
  };
}

/// A handler that never comes back cannot be joined, only left behind with the process.
[[noreturn]] void LeaveBehind(int code) {
  std::cout.flush();
  std::cerr.flush();
  std::_Exit(code);
}

std::int64_t GraceNs(const CommandLine& line) {
  constexpr double kCentury = 100.0 * 365 * 86'400;
  return static_cast<std::int64_t>(std::min(line.grace_seconds, kCentury) * 1e9);
}

/// The wish to stop that came by a signal.
class Stopping {
 public:
  Stopping(StoppableInput& input, transport::Clock& clock, std::int64_t grace_ns)
      : input_(input), clock_(clock), grace_ns_(grace_ns) {}

  void Ask() {
    asked_ = true;
    input_.Stop();
    clock_.At(AddSaturating(clock_.now_ns(), grace_ns_), [] {
      std::cerr << "stopped before every envelope had ended\n";
      LeaveBehind(1);
    });
  }
  bool asked() const { return asked_; }

 private:
  StoppableInput& input_;
  transport::Clock& clock_;
  const std::int64_t grace_ns_;
  std::atomic<bool> asked_ = false;
};

}  // namespace

int Serve(const CommandLine& line, const Program& program, const FoundTables& found, contract::Index flow,
          int input, const InputSignals& signals) {
  StopSignals stop_signals;
  StoppableInput buffer(input);
  std::istream lines(&buffer);
  transport::SteadyClock clock;
  Stopping stopping(buffer, clock, GraceNs(line));
  // Ends before what it asks is gone.
  const SignalWatch watch(stop_signals, [&stopping] { stopping.Ask(); });
  const auto transport = transport::MakeInproc(clock);
  state::MemoryIdempotencyStore idempotency;
  SharedRandom random(std::random_device{}());
  ErrorLines errors;
  Host host({found.tables, program.actors, *transport, clock, idempotency},
            OptionsOf(line, *found.tables.front(), random, errors));
  UuidV7Source ids([&clock] { return clock.now_ns(); }, [&random] { return random.Bits(); });
  const JsonLinesOptions options{.flow = flow,
                                 .whole_envelopes = line.envelope,
                                 .next_id = [&ids] { return ids.NextId(); },
                                 .stopped = [&buffer] { return buffer.stopped(); }};
  const Tally tally = RunJsonLines(host.router(), options, lines, std::cout, RunnerOf(host, flow, signals));
  const int code = stopping.asked() ? 0 : Judge(tally, signals, line.signals, std::cerr);
  for (const std::string& actor : host.unhealthy())
    errors.Print(fmt::format("actor `{}` is unhealthy: its calls do not come back", actor));
  if (host.overruns() > 0) LeaveBehind(code);
  return code;
}

}  // namespace mesh::host
