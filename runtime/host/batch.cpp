#include "mesh/host/batch.h"

#include <algorithm>
#include <istream>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "mesh/host/progress.h"
#include "mesh/host/summary.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/value/saturating.h"

namespace mesh::host {

namespace {

constexpr int kFailed = 1;
constexpr int kUnusable = 2;

std::int64_t GraceNs(const CommandLine& line) {
  constexpr double kCentury = 100.0 * 365 * 86'400;
  return static_cast<std::int64_t>(std::min(line.grace_seconds, kCentury) * 1e9);
}

}  // namespace

Batch::Batch(const Parts& parts)
    : parts_(parts),
      begun_ns_(parts.clock.now_ns()),
      buffer_(parts.streams.input),
      writer_(parts.streams.output, [this] { WatchOutput(); }),
      options_(OptionsOf(parts)),
      json_lines_(parts.host.router(), options_, writer_),
      stopping_(parts.clock, GraceNs(parts.line), parts.events,
                [this](const std::string& why) {
                  parts_.errors.Print(why);
                  json_lines_.BeginStop();
                  buffer_.Stop();
                }),
      signal_reader_(parts.host.router().table()) {
  if (parts.streams.feed < 0) return;
  feed_.emplace(parts.streams.feed, parts.streams.feed_fifo,
                SignalFeed::Actions{
                    .take = [this](std::size_t number, std::string_view line) { TakeSignal(number, line); },
                    .changed = [this] { parts_.events->Notify(); }});
}

JsonLinesOptions Batch::OptionsOf(const Parts& parts) {
  JsonLinesOptions options{.flow = parts.flow,
                           .whole_envelopes = parts.line.envelope,
                           .order = parts.line.unordered ? Order::kOfEnds : Order::kOfInputs,
                           .next_id = parts.next_id,
                           .stopped = [this] { return buffer_.stopped(); },
                           .room = [this] { return WaitForRoom(); }};
  if (RejectFile* const rejects = parts.streams.rejects) {
    options.reject = [this, rejects](std::string_view bytes) {
      if (!rejects->Write(bytes)) stopping_.Ask(rejects->problem(), kUnusable);
    };
  }
  return options;
}

int Batch::Run() {
  std::optional<Progress> progress;
  if (WantsProgress(parts_.streams.output)) {
    progress.emplace(parts_.errors,
                     [this] { return Summary(json_lines_.tally(), parts_.clock.now_ns() - begun_ns_); });
  }
  std::istream lines(&buffer_);
  const std::string problem =
      json_lines_.Read(lines, [this](std::uint64_t input, Envelope envelope, Ended ended) {
        return Start(input, std::move(envelope), std::move(ended));
      });
  Drain();
  WaitForCopies();
  if (stopping_.overtime()) TellCalls();
  json_lines_.Finish();
  WaitForWriter();
  progress.reset();
  return Tell(problem);
}

std::optional<Error> Batch::Start(std::uint64_t input, Envelope envelope, Ended ended) {
  const std::lock_guard lock(signals_mutex_);
  const auto end = [this, ended = std::move(ended)](Envelope done) {
    ended(std::move(done));
    parts_.events->Notify();
  };
  const std::string id = envelope.id;
  if (!parts_.host.Submit(parts_.flow, std::move(envelope), end)) {
    return route::MakeError(contract::BuiltinError::kContractViolation,
                            "an envelope with this id is under way");
  }
  last_started_ = input;
  for (const InputSignal& signal : parts_.streams.signals.Of(input))
    parts_.host.Signal(id, signal.name, signal.json);
  const auto early = early_.extract(input);
  if (early.empty()) return std::nullopt;
  for (const InputSignal& signal : early.mapped()) parts_.host.Signal(id, signal.name, signal.json);
  return std::nullopt;
}

std::optional<Credit> Batch::WaitForRoom() {
  while (!stopping_.asked()) {
    const std::uint64_t seen = parts_.events->count();
    if (in_room_ < parts_.line.max_envelopes) {
      ++in_room_;
      return Credit([this] {
        --in_room_;
        parts_.events->Notify();
      });
    }
    parts_.events->WaitBeyond(seen);
  }
  return std::nullopt;
}

void Batch::WatchOutput() {
  if (const std::string problem = writer_.problem(); !problem.empty())
    stopping_.Ask(fmt::format("cannot write to standard output: {}", problem), kUnusable);
  parts_.events->Notify();
}

void Batch::Drain() {
  while (true) {
    const std::uint64_t seen = parts_.events->count();
    if (under_way().size() == 0 || stopping_.overtime()) return;
    parts_.events->WaitBeyond(seen);
  }
}

void Batch::WaitForCopies() {
  LookUntil([this] { return parts_.host.drained() || stopping_.overtime(); },
            std::numeric_limits<std::int64_t>::max());
}

void Batch::TellCalls() {
  constexpr std::int64_t kFarewellNs = 1'000'000'000;
  parts_.host.StopCalls();
  LookUntil([this] { return parts_.host.at_rest(); }, AddSaturating(parts_.clock.now_ns(), kFarewellNs));
}

void Batch::LookUntil(const std::function<bool()>& done, std::int64_t until_ns) {
  constexpr std::int64_t kBetweenLooksNs = 2'000'000;
  while (!done() && parts_.clock.now_ns() < until_ns) {
    const std::uint64_t seen = parts_.events->count();
    parts_.clock.At(AddSaturating(parts_.clock.now_ns(), kBetweenLooksNs),
                    [events = parts_.events] { events->Notify(); });
    parts_.events->WaitBeyond(seen);
  }
}

void Batch::WaitForWriter() {
  while (true) {
    const std::uint64_t seen = parts_.events->count();
    // What can be written without waiting is, however late it is.
    if (writer_.idle() || (stopping_.overtime() && writer_.blocked())) return;
    parts_.events->WaitBeyond(seen);
  }
}

int Batch::Tell(const std::string& problem) {
  const Tally tally = json_lines_.tally();
  int code = tally.all_succeeded() ? 0 : kFailed;
  if (stopping_.asked()) code = stopping_.exit_code();
  if (stopping_.asked() || !problem.empty()) {
    parts_.errors.Print(tally.read == 0 ? std::string("no input was taken")
                                        : fmt::format("the last input that was taken is {}, on line {}",
                                                      tally.last.input, tally.last.line));
  }
  if (!problem.empty()) code = Complain(kUnusable, fmt::format("cannot read the input: {}", problem));
  if (!writer_.idle()) code = Complain(kUnusable, "standard output takes no more: results were not written");
  for (const std::string& actor : parts_.host.unhealthy())
    parts_.errors.Print(fmt::format("actor `{}` is unhealthy: its calls do not come back", actor));
  if (bad_signal_) code = std::max(code, kFailed);
  if (const std::string unmet = UnmetSignal(); !unmet.empty() && !stopping_.asked())
    code = std::max(code, Complain(kFailed, fmt::format("{}:{}", parts_.line.signals, unmet)));
  parts_.errors.Print(Summary(tally, parts_.clock.now_ns() - begun_ns_));
  return code;
}

int Batch::Complain(int exit_code, const std::string& text) {
  parts_.errors.Print(text);
  return exit_code;
}

void Batch::TakeSignal(std::size_t number, std::string_view line) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
  auto read = signal_reader_.ReadLine(line, number);
  if (const auto* problem = std::get_if<std::string>(&read)) {
    bad_signal_ = true;
    return parts_.errors.Print(fmt::format("{}:{}: {}", parts_.line.signals, number, *problem));
  }
  const auto& [input, signal] = std::get<0>(read);
  Deliver(input, signal);
}

void Batch::Deliver(std::uint64_t input, const InputSignal& signal) {
  const std::lock_guard lock(signals_mutex_);
  if (input > last_started_) {
    early_[input].push_back(signal);
    return;
  }
  const std::string id = under_way().EnvelopeOf(input);
  if (!id.empty() && parts_.host.Signal(id, signal.name, signal.json)) return;
  bad_signal_ = true;
  parts_.errors.Print(
      fmt::format("{}:{}: input {} takes no more signals", parts_.line.signals, signal.line, input));
}

std::string Batch::UnmetSignal() {
  const std::uint64_t inputs = json_lines_.tally().read;
  if (std::string unmet = parts_.streams.signals.FindUnmet(inputs); !unmet.empty()) return unmet;
  const std::lock_guard lock(signals_mutex_);
  const auto unmet = early_.upper_bound(inputs);
  if (unmet == early_.end()) return "";
  return DescribeUnmet(unmet->first, unmet->second.front(), inputs);
}

}  // namespace mesh::host
