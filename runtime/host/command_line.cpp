#include "mesh/host/command_line.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "mesh/contract/route_table.h"
#include "mesh/host/default_threads.h"

namespace mesh::host {

namespace {

void AddOptions(CLI::App& app, CommandLine& line) {
  app.add_option("--actor", line.actors, "Serve only these actors (a,b,…)")->delimiter(',');
  app.add_option("--flow", line.flow, "Flow to run; needed where more than one is not called by another");
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
  app.add_option("--routes", line.routes, "Directory of routes libraries");
  app.add_flag("--table", line.table, "Print the digest of the route table for new envelopes, and no more");
  app.add_option("--transport", line.transport, "Transport: inproc");
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
