#include "mesh/program/host_settings.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "mesh/envelope/ids.h"
#include "mesh/host/default_threads.h"
#include "mesh/program/open_transport.h"

namespace mesh::program {

namespace {

std::int64_t Nanoseconds(double seconds) {
  constexpr double kCentury = 100.0 * 365 * 86'400;
  return static_cast<std::int64_t>(std::min(seconds, kCentury) * 1e9);
}

}  // namespace

std::int64_t RetentionNs(const CommandLine& line) { return Nanoseconds(line.keep_seconds); }
std::int64_t GraceNs(const CommandLine& line) { return Nanoseconds(line.grace_seconds); }

host::HostOptions OptionsOf(const CommandLine& line, const contract::RouteTable& table,
                            const ServedActors& served, SharedRandom& random, HostLog& log,
                            const std::shared_ptr<Events>& events) {
  host::HostOptions options;
  options.threads =
      line.threads != 0 ? line.threads : host::DefaultThreads(table, std::thread::hardware_concurrency());
  options.max_envelopes = line.max_envelopes;
  options.max_overruns = line.max_overruns;
  options.keep_shared_ns = RetentionNs(line);
  options.serves_sink = served.sink;
  options.serves_control = served.control;
  if (IsDurable(line) && !line.serve) options.waiter = UuidV7(0, random.Bits(), random.Bits());
  options.random = [&random] { return random.Fraction(); };
  options.log = [&log](const host::Logged& logged) { log.Tell(logged); };
  options.changed = [events] { events->Notify(); };
  if (line.follow) options.observers.push_back(&log);
  return options;
}

void TellFewThreads(const contract::RouteTable& table, std::uint32_t threads, ErrorLines& errors) {
  const std::uint64_t calls = host::CallsAtOnce(table);
  if (calls > threads)
    errors.Print(fmt::format("the actors may make {} calls at once, {} threads serve them", calls, threads));
}

}  // namespace mesh::program
