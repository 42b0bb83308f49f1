#include "mesh/program/simulate.h"

#include <atomic>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "mesh/lines/json_lines.h"
#include "mesh/lines/line_writer.h"
#include "mesh/lines/log_line.h"
#include "mesh/lines/simulated.h"
#include "mesh/program/error_lines.h"
#include "mesh/program/events.h"
#include "mesh/program/exit_code.h"
#include "mesh/program/exit_guard.h"
#include "mesh/program/stoppable_input.h"
#include "mesh/program/summary.h"
#include "mesh/program/traffic.h"

namespace mesh::program {

namespace {

/// So many results at most wait to be written: a slow reader holds the run up, not its memory.
constexpr std::uint32_t kMaxUnwritten = 1024;

/// Waits until a result may come; the credit goes with its line. None: nobody reads them any more.
std::optional<lines::Credit> WaitForRoom(std::atomic<std::uint32_t>& unwritten,
                                         const lines::LineWriter& writer, Events& events) {
  while (writer.problem().empty()) {
    const std::uint64_t seen = events.count();
    if (unwritten < kMaxUnwritten) return lines::Credit(unwritten);
    events.WaitBeyond(seen);
  }
  return std::nullopt;
}

void WaitFor(const lines::LineWriter& writer, Events& events) {
  while (true) {
    const std::uint64_t seen = events.count();
    if (writer.idle()) return;
    events.WaitBeyond(seen);
  }
}

/// What went wrong beside the envelopes; tells it. The exit code is at least that.
int Tell(const lines::LineWriter& writer, const RunStreams& streams, const std::string& unread,
         const std::string& unmet, ErrorLines& errors) {
  int code = 0;
  const auto complain = [&errors, &code](int least, const std::string& text) {
    errors.Print(text);
    code = std::max(code, least);
  };
  if (!unread.empty()) complain(kUnusable, fmt::format("cannot read the input: {}", unread));
  if (!writer.problem().empty())
    complain(kUnusable, fmt::format("cannot write to standard output: {}", writer.problem()));
  if (streams.rejects != nullptr && !streams.rejects->problem().empty())
    complain(kUnusable, streams.rejects->problem());
  if (streams.counts != nullptr && !streams.counts->problem().empty())
    complain(kUnusable, streams.counts->problem());
  if (!unmet.empty() && code == 0) complain(kFailed, unmet);
  return code;
}

}  // namespace

int Simulate(const CommandLine& line, const Program& program, const contract::Version& version,
             contract::Index flow, const RunStreams& streams) {
  StoppableInput buffer(streams.input);
  std::istream lines(&buffer);
  Events events;
  std::atomic<std::uint32_t> unwritten = 0;
  ErrorLines errors(std::cerr);
  lines::LineWriter writer(streams.output, [&events] { events.Notify(); });
  const route::Router router(*version.table, {}, version.promises.former);
  lines::JsonLinesOptions options{
      .flow = flow, .whole_envelopes = line.envelope, .next_id = lines::CountedIds()};
  options.stopped = [&writer] { return !writer.problem().empty(); };
  options.room = [&](bool) { return WaitForRoom(unwritten, writer, events); };
  if (streams.rejects != nullptr)
    options.reject = [&](std::string_view bytes) { streams.rejects->Write(bytes); };
  lines::JsonLines json_lines(router, options, writer);
  const lines::HandlerLog log = [&](const Envelope& envelope, std::string_view actor, actor::LogLevel level,
                                    std::string_view message) {
    // One at a time, so it is the last that was taken.
    errors.PutLine(lines::LogLine({.time_ns = envelope.status.updated_at_ns,
                                   .input = json_lines.tally().read,
                                   .envelope_id = envelope.id,
                                   .actor = actor},
                                  level, message));
  };
  Traffic traffic(std::string(version.table->flows[flow].name), Refusals::kAreNone);
  lines::FollowLog follow;
  if (line.follow) follow = [&errors](const std::string& hop) { errors.PutLine(hop); };
  const ExitGuard guard([&] {
    WaitFor(writer, events);
    errors.Print("a handler called `exit`: the run ends here");
    errors.Print(VirtualSummary(json_lines.tally()));
    std::_Exit(1);
  });
  lines::Runner runner =
      lines::Simulated(router, flow, lines::HandlerResponder(router, program.actors, log), follow,
                       streams.counts != nullptr ? &traffic : nullptr, streams.signals);
  if (streams.counts != nullptr) runner = Counted(std::move(runner), traffic);
  const std::string unread = json_lines.Read(lines, runner);
  WaitFor(writer, events);
  if (streams.counts != nullptr) streams.counts->Keep(traffic.Print(program.mesh, version.table->digest));
  const lines::Tally tally = json_lines.tally();
  std::string unmet = streams.signals.FindUnmet(tally.read);
  if (!unmet.empty()) unmet = fmt::format("{}:{}", line.signals, unmet);
  const int code = Tell(writer, streams, unread, unmet, errors);
  errors.Print(VirtualSummary(tally));
  return code != 0 ? code : tally.all_succeeded() ? 0 : 1;
}

}  // namespace mesh::program
