#include "mesh/program/command_line.h"

#include <array>
#include <charconv>
#include <limits>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "mesh/contract/route_table.h"
#include "mesh/host/default_threads.h"
#include "mesh/value/times.h"

namespace mesh::program {

namespace {

/// A unit of the language.
struct Unit {
  std::string_view name;
  std::int64_t milliseconds;
};

/// `ms` before `s`, which it ends in, too.
constexpr std::array<Unit, 5> kUnits = {
    {{"ms", 1}, {"s", 1'000}, {"m", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}}};

/// `500ms`, `1.5h`, or a number of seconds; nothing if it is neither, or beyond what a length of time holds.
std::optional<double> SecondsOf(std::string_view text) {
  std::int64_t milliseconds = 1'000;
  for (const Unit& unit : kUnits) {
    if (!text.ends_with(unit.name)) continue;
    text.remove_suffix(unit.name.size());
    milliseconds = unit.milliseconds;
    break;
  }
  Duration number;
  std::int64_t nanoseconds = 0;
  if (!ParseDuration(std::string(text) + "s", number) || number.nanoseconds < 0) return std::nullopt;
  if (__builtin_mul_overflow(number.nanoseconds / 1'000, milliseconds, &nanoseconds)) return std::nullopt;
  return static_cast<double>(nanoseconds) / 1e9;
}

void AddDuration(CLI::App& app, const char* name, double& seconds, const std::string& meaning) {
  app.add_option_function<std::string>(
         name,
         [name, &seconds](const std::string& text) {
           const auto given = SecondsOf(text);
           if (!given) {
             throw CLI::ValidationError(
                 name, fmt::format("`{}` is no length of time such as 500ms, 30s, 12h or 7d, of at most 292 "
                                   "years; without a unit it counts seconds",
                                   text));
           }
           seconds = *given;
         },
         meaning)
      ->type_name("DURATION")
      ->default_str(fmt::format("{}s", seconds));
}

template <typename Number>
void AddCount(CLI::App& app, const char* name, Number& count, const std::string& meaning,
              Number most = std::numeric_limits<Number>::max()) {
  app.add_option(name, count, meaning)->check([most](const std::string& text) {
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && number >= 1 && number <= most
               ? std::string()
               : fmt::format("`{}` is no whole number from 1 to {}", text, most);
  });
}

/// What others see of the host, and what it sees of another one.
void AddLooks(CLI::App& app, CommandLine& line) {
  app.add_option("--http", line.http,
                 "Answer /healthz, /readyz, /counts and /metrics at HOST:PORT or :PORT (0: any free one)");
  app.add_option(
      "--ready", line.ready,
      "Ask the host whose --http has this address whether it is ready, and no more: exit 0 if it is");
  app.add_option(
      "--archive", line.archive,
      "Folder where ended envelopes are kept as compressed JSON lines, before they are acknowledged");
}

void AddOptions(CLI::App& app, CommandLine& line) {
  app.add_option(
         "--actor", line.actors,
         "Serve only these actors (a,b,…); none: only submit. @sink and @control, where envelopes end "
         "and what is told to the mesh, are served too unless one of them is named")
      ->delimiter(',');
  app.add_option("--flow", line.flow, "Flow to run; needed where more than one is not called by another");
  auto* const serve =
      app.add_flag("--serve", line.serve, "Take no inputs: serve what is in the mesh until SIGTERM");
  app.add_option("--input", line.input, "JSON lines of the flow's `in` fields; - is standard input");
  app.add_option(
      "--signals", line.signals,
      R"(Values for `await`, as JSON lines: {"input": 1, "name": …, "value": …}; what is no regular file, )"
      "and standard input (-), is read while the run lasts");
  app.add_flag("--wait", line.wait, "Keep waiting for signals after the end of the input");
  app.add_flag("--unordered", line.unordered, "Print results as they end, not in the order of the inputs");
  app.add_option("--rejects", line.rejects, "Keep the lines that cannot enter in this file");
  app.add_flag("--envelope", line.envelope, "Read and print whole envelopes");
  app.add_flag("--follow", line.follow, "Print every visit to standard error as it ends");
  app.add_option("--counts", line.counts,
                 "Write what the visits were, as `meshc graph --overlay` takes it, to this file in the end");
  AddCount(app, "--threads", line.threads,
           "Most worker threads (default: one per processor, at least 4 and the sum of `concurrency`)",
           host::kMostThreads);
  AddCount(app, "--max-envelopes", line.max_envelopes, "Envelopes in the mesh at once");
  AddCount(app, "--max-overruns", line.max_overruns,
           "Calls of one actor that may outlive their timeout before it takes no more (default: four "
           "times its `concurrency`)");
  AddDuration(app, "--keep", line.keep_seconds,
              "How long results of `effect … shared` are kept, such as 12h or 7d");
  AddDuration(app, "--grace", line.grace_seconds, "How long a stop waits for envelopes to end, such as 30s");
  app.add_flag("--deterministic", line.deterministic, "One envelope at a time on a virtual clock");
  app.add_option("--scenarios", line.scenarios, "Run the scenarios of a scenarios.json or a .flow file");
  app.add_option("--filter", line.filter, "Only scenarios whose title contains this");
  app.add_flag("--trace", line.trace, "Print each visit of the scenarios");
  app.add_option(
      "--settings", line.settings,
      R"(Settings of handlers, and of their calls: {"settings": {…}, "actors": {"judge": {"settings": )"
      R"({…}, "timeout_ms": 60000, "retry": {"attempts": 3}, "concurrency": 4}}})");
  app.add_option("--routes", line.routes,
                 "Directory of route tables, as libraries or text; its file `current` names the digest for "
                 "new envelopes");
  app.add_flag("--table", line.table, "Print the digest of the route table for new envelopes, and no more");
  app.add_option("--transport", line.transport,
                 "Where messages are: inproc; sqlite:PATH, shared on one machine; nats://HOST; amqp://HOST");
  app.add_option(
      "--state", line.state,
      "Where joins, waits and results of effects are kept. Beside amqp://HOST: redis://HOST, nats://HOST, "
      "or sqlite:PATH on one machine; beside nats://HOST, unless it keeps them itself: redis://HOST or "
      "another nats://HOST");
  AddLooks(app, line);
  AddCount(app, "--max-waiting", line.max_waiting,
           "Take no new envelopes while more than so many messages wait in the mesh, read every second");
  app.add_flag("--provision", line.provision,
               "Make what the transport needs and is not there yet, and no more");
  for (const char* inputs :
       {"--input", "--signals", "--rejects", "--counts", "--deterministic", "--scenarios"})
    serve->excludes(app.get_option(inputs));
}

void AddFormat(CLI::App& command, std::string& format, const char* what) {
  command.add_option("--format", format, what)->check(CLI::IsMember({"text", "json"}));
}

/// What is said to a mesh that runs elsewhere.
void AddCommands(CLI::App& app, CommandLine& line) {
  constexpr const char* kFormat = "text, no word where all went well, or json";
  app.fallthrough();
  app.require_subcommand(0, 1);
  CLI::App& signal =
      *app.add_subcommand("signal", "Deliver a value to an `await` of an envelope that is under way");
  signal.add_option("signal", line.signal, "ID NAME VALUE: the value is JSON, - is standard input")
      ->expected(3)
      ->required();
  AddFormat(signal, line.question.format, kFormat);
  CLI::App& cancel = *app.add_subcommand("cancel", "Cancel an envelope that is under way");
  cancel.add_option("id", line.cancel_id, "ID")->required();
  AddFormat(cancel, line.question.format, kFormat);
}

CLI::App& AddQuestion(CLI::App& app, Question& question, Question::Kind kind, const char* name,
                      const char* does) {
  CLI::App& added = *app.add_subcommand(name, does);
  AddFormat(added, question.format, "text, a table, or json");
  added.callback([&question, kind] { question.kind = kind; });
  return added;
}

/// What is asked of it.
void AddQuestions(CLI::App& app, Question& question) {
  using enum Question::Kind;
  AddQuestion(app, question, kQueues, "queues", "What waits in each mailbox, is on loan, is delayed")
      .add_flag("--watch", question.watch, "Again every second");
  AddQuestion(app, question, kInspect, "inspect", "All that the mesh knows of an envelope")
      .add_option("id", question.id, "ID")
      ->required();
  AddQuestion(app, question, kParked, "parked", "Envelopes that wait for signals");
  AddQuestion(app, question, kFailed, "failed", "Envelopes that have failed, for a week")
      .add_option("--error", question.error, "Only those with this error");
  CLI::App& replay = AddQuestion(app, question, kReplay, "replay",
                                 "Try envelopes that have ended once more, each as a new one");
  auto* const which = replay.add_option("what", question.replays,
                                        "ID, or FILE of envelopes as JSON lines, compressed or not");
  auto* const failed =
      replay.add_flag("--failed", question.failed, "All that have failed and were not replayed yet");
  replay.add_option("--error", question.error, "Only those with this error");
  replay.add_option("--at", question.at,
                    "Go on from this point (as routes.json names it), not from where it stood");
  replay.add_flag("--effects", question.effects,
                  "Make effects anew; else they take the stored results of the calls that are repeated");
  replay.callback([&question, which, failed] {
    if (which->empty() == failed->empty())
      throw CLI::ValidationError("replay takes IDs or FILEs, or --failed");
    question.kind = kReplay;
  });
}

}  // namespace

std::variant<CommandLine, Farewell> ParseCommandLine(int argc, const char* const* argv,
                                                     std::string_view mesh) {
  CommandLine line;
  CLI::App app(fmt::format("Runs the actors of the mesh {}.", mesh));
  app.set_version_flag("--version",
                       fmt::format("{} host, route table layout {}", mesh, contract::kRouteTableVersion));
  try {
    AddOptions(app, line);
    AddCommands(app, line);
    AddQuestions(app, line.question);
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return Farewell{0, app.help()};
  } catch (const CLI::CallForVersion& version) {
    return Farewell{0, fmt::format("{}\n", version.what())};
  } catch (const CLI::Error& error) {
    return Farewell{2, fmt::format("{}\nTry --help.\n", error.what())};
  }
  return line;
}

}  // namespace mesh::program
