#include "compiler/driver/run_stubbed.h"
#include "compiler/driver/deliver.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ostream>
#include <sstream>

#include "compiler/driver/exit_code.h"
#include "compiler/driver/expression_place.h"
#include "compiler/driver/read_error.h"
#include "mesh/host/json_lines.h"
#include "mesh/host/log_line.h"
#include "mesh/host/simulated.h"
#include "mesh/host/stream_output.h"
#include "mesh/host/summary.h"

namespace meshc::driver {
namespace {

constexpr const char* kStandardInput = "-";

/// What went wrong beside the envelopes. The exit code is that of the worst.
class Complaints {
 public:
  explicit Complaints(World& world) : world_(world) {}

  void Add(int exit_code, const std::string& message) {
    world_.err << "meshc: " << mesh::host::PlainLine(message) << "\n";
    exit_code_ = std::max(exit_code_, exit_code);
  }
  int exit_code() const { return exit_code_; }

 private:
  World& world_;
  int exit_code_ = kClean;
};

/// A stream of what `path` names; `-` is standard input.
class Source {
 public:
  Source(const std::string& path, World& world, Complaints& complaints)
      : in_(path == kStandardInput ? &world.in : &text_) {
    if (path == kStandardInput) return;
    auto read = world.files.Read(path);
    if (const auto* error = std::get_if<source::ReadError>(&read))
      complaints.Add(kUsage, DescribeReadError(path, *error));
    else
      text_.str(std::move(std::get<std::string>(read)));
  }
  std::istream& in() { return *in_; }

 private:
  std::istringstream text_;
  std::istream* in_;
};

/// On a virtual clock signals are needed before whoever waits for them: all of them are read first.
mesh::host::InputSignals ReadSignals(const RunOptions& options, const mesh::contract::RouteTable& table,
                                     World& world, Complaints& complaints) {
  if (options.signals.empty()) return {};
  Source source(options.signals, world, complaints);
  const std::string text{std::istreambuf_iterator<char>(source.in()), std::istreambuf_iterator<char>()};
  auto read = mesh::host::InputSignals::Read(table, text);
  if (const auto* problem = std::get_if<std::string>(&read)) {
    complaints.Add(kFindings, fmt::format("{}:{}", options.signals, *problem));
    return {};
  }
  return std::get<mesh::host::InputSignals>(std::move(read));
}

/// The same runner; what it says of failed expressions gets their places in the source.
mesh::host::Runner WithPlaces(const Compilation& c, mesh::host::Runner runner) {
  return [&c, runner = std::move(runner)](mesh::host::InputPlace input, mesh::Envelope envelope,
                                          mesh::host::Ended ended) {
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
  const mesh::route::Router router(table);
  Complaints complaints(world);
  const auto signals = ReadSignals(options, table, world, complaints);
  Source source(options.input, world, complaints);
  if (complaints.exit_code() != kClean) return complaints.exit_code();

  mesh::host::JsonLinesOptions lines;
  lines.flow = router.FindFlow(flow);
  lines.whole_envelopes = options.envelope;
  lines.next_id = mesh::host::CountedIds();
  lines.stopped = [&world] { return !world.out; };
  std::string rejects;
  if (!options.rejects.empty()) lines.reject = [&rejects](std::string_view bytes) { rejects += bytes; };
  mesh::host::HopLog follow;
  if (options.follow) follow = [&world](const std::string& hop) { world.err << hop << "\n"; };
  mesh::host::StreamOutput output(world.out);
  mesh::host::JsonLines json_lines(router, lines, output);
  const std::string unread = json_lines.Read(
      source.in(), WithPlaces(compilation, mesh::host::Simulated(router, lines.flow,
                                                                 mesh::deterministic::ZeroResponder(router),
                                                                 follow, signals)));

  const auto tally = json_lines.tally();
  if (!unread.empty()) complaints.Add(kUsage, "cannot read the input: " + unread);
  const int written = options.rejects.empty() ? kClean : Deliver(options.rejects, std::move(rejects), world);
  if (const std::string unmet = signals.FindUnmet(tally.read); !unmet.empty() && unread.empty())
    complaints.Add(kFindings, fmt::format("{}:{}", options.signals, unmet));
  world.err << mesh::host::Summary(tally, tally.last_end_ns) << "\n";
  return std::max({written, complaints.exit_code(), tally.all_succeeded() ? kClean : kFindings});
}

}  // namespace meshc::driver
