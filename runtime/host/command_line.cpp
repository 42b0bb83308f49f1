#include "mesh/host/command_line.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "mesh/contract/route_table.h"
#include "mesh/host/default_threads.h"

namespace mesh::host {

namespace {

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
  app.add_option("--threads", line.threads,
                 "Most worker threads (default: one per processor, at least 4 and the sum of `concurrency`)")
      ->check(CLI::Range(1U, kMostThreads));
  app.add_option("--max-envelopes", line.max_envelopes, "Envelopes in the mesh at once")
      ->check(CLI::PositiveNumber);
  app.add_option("--max-overruns", line.max_overruns,
                 "Calls of one actor that may outlive their timeout before it takes no more (default: four "
                 "times its `concurrency`)")
      ->check(CLI::PositiveNumber);
  app.add_option("--keep", line.keep_seconds, "Seconds that results of `effect … shared` are kept")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--grace", line.grace_seconds, "Seconds that a stop waits for envelopes to end")
      ->check(CLI::NonNegativeNumber);
  app.add_flag("--deterministic", line.deterministic, "One envelope at a time on a virtual clock");
  app.add_option("--scenarios", line.scenarios, "Run the scenarios of a scenarios.json or a .flow file");
  app.add_option("--filter", line.filter, "Only scenarios whose title contains this");
  app.add_flag("--trace", line.trace, "Print each visit of the scenarios");
  app.add_option("--settings", line.settings,
                 R"(Settings of handlers: {"settings": {…}, "actors": {"judge": {"settings": {…}}}})");
  app.add_option("--routes", line.routes,
                 "Directory of routes libraries; its file `current` names the digest for new envelopes");
  app.add_flag("--table", line.table, "Print the digest of the route table for new envelopes, and no more");
  app.add_option(
      "--transport", line.transport,
      "Where messages are: inproc; sqlite:PATH[?sync=full|normal], shared on one machine; nats://HOST");
  app.add_option("--state", line.state,
                 "Where joins, waits and results of effects are kept; sqlite: and nats: need none");
  app.add_option("--http", line.http,
                 "Answer /healthz, /readyz, /counts and /metrics at HOST:PORT or :PORT (0: any free one)");
  app.add_option(
      "--archive", line.archive,
      "Folder where ended envelopes are kept as compressed JSON lines, before they are acknowledged");
  app.add_option("--max-waiting", line.max_waiting,
                 "Take no new envelopes while more than so many messages wait in the mesh, read every second")
      ->check(CLI::PositiveNumber);
  app.add_flag("--provision", line.provision,
               "Make what the transport needs and is not there yet, and no more");
  for (const char* inputs : {"--input", "--signals", "--rejects", "--deterministic", "--scenarios"})
    serve->excludes(app.get_option(inputs));
}

/// What is said to a mesh that runs elsewhere.
void AddCommands(CLI::App& app, CommandLine& line) {
  app.fallthrough();
  app.require_subcommand(0, 1);
  app.add_subcommand("signal", "Deliver a value to an `await` of an envelope that is under way")
      ->add_option("signal", line.signal, "ID NAME VALUE: the value is JSON, - is standard input")
      ->expected(3)
      ->required();
  app.add_subcommand("cancel", "Cancel an envelope that is under way")
      ->add_option("id", line.cancel_id, "ID")
      ->required();
}

CLI::App& AddQuestion(CLI::App& app, Question& question, Question::Kind kind, const char* name,
                      const char* does) {
  CLI::App& added = *app.add_subcommand(name, does);
  added.add_option("--format", question.format, "text, a table, or json")
      ->check(CLI::IsMember({"text", "json"}));
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

}  // namespace mesh::host
