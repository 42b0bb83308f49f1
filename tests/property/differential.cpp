// Runs random programs three times: by the reference interpreter over the AST, by the real pipeline on the
// deterministic host, and by the host of every deployment.
//
//   differential_test [--seed FIRST] [--count N] [--hosts N] [--only FEATURE,...] [--print]
//
// Fails on the first difference, printing the seed, the program and the observations.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "compiler/diagnostics/render.h"
#include "tests/property/entry.h"
#include "tests/property/host_side.h"
#include "tests/property/pipeline.h"
#include "tests/property/program/random_program.h"
#include "tests/property/random.h"
#include "tests/property/reference/interpreter.h"

namespace meshc::property {
namespace {

struct Options {
  std::uint64_t seed = 1;
  int count = 2000;
  int hosts = 2000;               ///< So many of them on three sides; the rest on two.
  std::vector<std::string> only;  ///< Empty: the whole language.
  bool print = false;
};

enum class Verdict { kEqual, kRejected, kDifferent };

/// How many programs ran on how many sides.
struct Sides {
  int two = 0;
  int three = 0;
};

Verdict Compare(std::uint64_t seed, const Features& features, bool print, bool with_host, Sides& sides) {
  const std::string text = RandomProgram(seed, features).Text();
  Compilation c;
  if (!Compile(text, c)) {
    if (print) fmt::print("{}\n{}", text, diagnostics::RenderText(c.diagnostics.all(), c.sources, false));
    return Verdict::kRejected;
  }
  const auto flow = FindFlow(*c.program, "main");
  const auto& declarations = c.program->declarations;
  Random random(seed);
  const auto fields = EntryPayload(declarations.envelopes[c.program->flows[flow].envelope], random);
  const Signals signals = RandomSignals(random);
  RandomBehaviour first(declarations, seed);
  RandomBehaviour second(declarations, seed);
  const auto expected = RunReference(*c.program, flow, fields, first, signals);
  const auto run = RunPipeline(c, fields, second, signals);
  const bool equal = expected == run.observation;
  const bool third = with_host && run.one_order;
  const std::string differs = equal && third ? CompareHost(c, fields, signals, run) : std::string();
  if (print || !equal || !differs.empty()) {
    fmt::print("{}\n--- reference\n{}--- pipeline\n{}--- host\n{}\n", text, Print(expected),
               Print(run.observation), differs);
  }
  ++(third ? sides.three : sides.two);
  return equal && differs.empty() ? Verdict::kEqual : Verdict::kDifferent;
}

std::string Reproduction(const Options& options, std::uint64_t seed) {
  std::string only;
  if (!options.only.empty()) only = fmt::format(" --only {}", fmt::join(options.only, ","));
  return fmt::format("--seed {} --count 1{} --print", seed, only);
}

/// Compares until `count` programs were accepted by the compiler. The exit code.
int RunAll(const Options& options) {
  const Features features = options.only.empty() ? Features::All() : Features::Only(options.only);
  int accepted = 0;
  int rejected = 0;
  Sides sides;
  for (std::uint64_t seed = options.seed; accepted < options.count; ++seed) {
    switch (Compare(seed, features, options.print, sides.three < options.hosts, sides)) {
      case Verdict::kEqual: ++accepted; break;
      case Verdict::kRejected: ++rejected; break;
      case Verdict::kDifferent:
        fmt::print("seed {} differs; reproduce with {}\n", seed, Reproduction(options, seed));
        return 1;
    }
    if (rejected > accepted + 20) {
      fmt::print("the generator is worthless: {} programs rejected, {} accepted\n", rejected, accepted);
      return 1;
    }
  }
  fmt::print("{} programs equal, {} of them on three sides, {} rejected by the compiler\n", accepted,
             sides.three, rejected);
  return 0;
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  CLI::App app("Compares random programs between the reference interpreter and the pipeline");
  meshc::property::Options options;
  app.add_option("--seed", options.seed, "First seed");
  app.add_option("--count", options.count, "Programs to compare");
  app.add_option("--hosts", options.hosts, "How many of them to run on a host, too");
  app.add_option("--only", options.only, "Write the core of the language and often these features")
      ->delimiter(',');
  app.add_flag("--print", options.print, "Print each program and both observations");
  CLI11_PARSE(app, argc, argv);
  try {
    return meshc::property::RunAll(options);
  } catch (const std::exception& error) {
    fmt::print("{}\n", error.what());
    return 1;
  }
}
