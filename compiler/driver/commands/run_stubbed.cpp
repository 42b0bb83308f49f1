#include "compiler/driver/commands/run_stubbed.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ostream>

#include "codegen/route_table/route_table.h"
#include "compiler/driver/commands/expression_place.h"
#include "compiler/driver/world/deliver.h"
#include "compiler/driver/world/exit_code.h"
#include "mesh/lines/json_lines.h"
#include "mesh/lines/log_line.h"
#include "mesh/lines/simulated.h"
#include "mesh/lines/stream_output.h"
#include "mesh/program/summary.h"
#include "mesh/program/traffic.h"

namespace meshc::driver {
namespace {

/// What went wrong beside the envelopes. The exit code is that of the worst.
class Complaints {
 public:
  explicit Complaints(World& world) : world_(world) {}

  void Add(int exit_code, const std::string& message) {
    world_.err << "meshc: " << mesh::lines::PlainLine(message) << "\n";
    exit_code_ = std::max(exit_code_, exit_code);
  }
  int exit_code() const { return exit_code_; }

 private:
  World& world_;
  int exit_code_ = kClean;
};

std::istream& LinesOf(const OpenRunFiles& files, World& world) {
  return files.input ? *files.input : world.in;
}

/// On a virtual clock signals are needed before whoever waits for them: all of them are read first.
mesh::lines::InputSignals ReadSignals(const RunOptions& options, const mesh::contract::Version& version,
                                      World& world, Complaints& complaints) {
  if (options.signals.empty()) return {};
  auto opened = world.run_files.Open(options.signals, "");
  if (const auto* problem = std::get_if<std::string>(&opened)) {
    complaints.Add(kUsage, *problem);
    return {};
  }
  std::istream& in = LinesOf(std::get<OpenRunFiles>(opened), world);
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  auto read = mesh::lines::InputSignals::Read({&version, 1}, text);
  if (const auto* problem = std::get_if<std::string>(&read)) {
    complaints.Add(kFindings, fmt::format("{}:{}", options.signals, *problem));
    return {};
  }
  return std::get<mesh::lines::InputSignals>(std::move(read));
}

/// The same runner; what it says of failed expressions gets their places in the source.
mesh::lines::Runner WithPlaces(const Compilation& c, mesh::lines::Runner runner) {
  return [&c, runner = std::move(runner)](mesh::lines::InputPlace input, mesh::Envelope envelope,
                                          mesh::lines::Ended ended) {
    return runner(input, std::move(envelope), [&c, ended = std::move(ended)](mesh::Envelope done) {
      auto& error = done.status.error;
      const std::string place = error ? PlaceInSource(c, *error) : "";
      if (!place.empty()) error->message += " (" + place + ")";
      ended(std::move(done));
    });
  };
}

}  // namespace

int RunStubbed(const RunOptions& options, const Compilation& compilation, const std::string& flow,
               World& world) {
  const auto table = compilation.table->View();
  const auto promises = codegen::BuildPromises(*compilation.mesh, *compilation.table);
  const mesh::route::Router router(table, {}, promises.View().former);
  Complaints complaints(world);
  const auto signals = ReadSignals(options, {&table, promises.View()}, world, complaints);
  auto opened = world.run_files.Open(options.input, options.rejects);
  if (const auto* problem = std::get_if<std::string>(&opened)) complaints.Add(kUsage, *problem);
  if (complaints.exit_code() != kClean) return complaints.exit_code();

  mesh::lines::JsonLinesOptions lines;
  lines.flow = router.FindFlow(flow);
  lines.whole_envelopes = options.envelope;
  lines.next_id = mesh::lines::CountedIds();
  const auto& files = std::get<OpenRunFiles>(opened);
  std::string lost;  // Why rejects are.
  lines.stopped = [&world, &lost] { return !world.out || !lost.empty(); };
  if (files.reject) lines.reject = [&](std::string_view bytes) { lost = files.reject(bytes); };
  mesh::program::Traffic traffic(flow, mesh::program::Refusals::kAreNone);
  mesh::lines::FollowLog follow;
  if (options.follow) follow = [&world](const std::string& hop) { world.err << hop << "\n"; };
  mesh::lines::StreamOutput output(world.out);
  mesh::lines::JsonLines json_lines(router, lines, output);
  const std::string unread = json_lines.Read(
      LinesOf(files, world),
      WithPlaces(compilation,
                 mesh::program::Counted(
                     mesh::lines::Simulated(router, lines.flow, mesh::deterministic::ZeroResponder(router),
                                            follow, &traffic, signals),
                     traffic)));

  const auto tally = json_lines.tally();
  if (!unread.empty()) complaints.Add(kUsage, "cannot read the input: " + unread);
  if (!lost.empty()) complaints.Add(kUsage, lost);
  if (const std::string unmet = signals.FindUnmet(tally.read); !unmet.empty() && unread.empty())
    complaints.Add(kFindings, fmt::format("{}:{}", options.signals, unmet));
  const int kept = options.counts.empty()
                       ? kClean
                       : Deliver(options.counts, traffic.Print(table.mesh, table.digest), world);
  world.err << mesh::program::VirtualSummary(tally) << "\n";
  return std::max({complaints.exit_code(), kept, tally.all_succeeded() ? kClean : kFindings});
}

}  // namespace meshc::driver
