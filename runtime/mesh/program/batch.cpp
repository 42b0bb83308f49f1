#include "mesh/program/batch.h"

#include <algorithm>
#include <istream>
#include <utility>

#include <fmt/format.h>

#include "mesh/envelope/payload_json.h"
#include "mesh/program/exit_code.h"
#include "mesh/program/host_settings.h"
#include "mesh/program/progress.h"
#include "mesh/program/summary.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/value/json.h"
#include "mesh/value/saturating.h"

namespace mesh::program {

Batch::Batch(const Parts& parts)
    : parts_(parts),
      begun_ns_(parts.clock.now_ns()),
      flow_name_(parts.host.router().table().flows[parts.flow].name),
      buffer_(parts.streams.input),
      stopping_(parts.clock, GraceNs(parts.line), parts.events,
                [this](const std::string& why) {
                  json_lines_.BeginStop();
                  parts_.host.CloseEntrance();
                  buffer_.Stop();
                  if (parts_.streams.rejects != nullptr) parts_.streams.rejects->Abandon();
                  parts_.errors.Print(why);
                }),
      writer_(parts.streams.output, [this] { WatchOutput(); }),
      options_(OptionsOf(parts)),
      json_lines_(parts.host.router(), options_, writer_),
      signal_reader_(parts.versions),
      waiting_limit_(
          parts.clock, parts.line.max_waiting, [&host = parts.host] { return host.waiting(); },
          parts.events) {
  if (parts.streams.feed < 0) return;
  feed_.emplace(parts.streams.feed, parts.streams.feed_fifo,
                lines::SignalFeed::Actions{
                    .take = [this](std::size_t number, std::string_view line) { TakeSignal(number, line); },
                    .changed = [this] { parts_.events->Notify(); }});
}

lines::JsonLinesOptions Batch::OptionsOf(const Parts& parts) {
  lines::JsonLinesOptions options{
      .flow = parts.flow,
      .whole_envelopes = parts.line.envelope,
      .order = parts.line.unordered ? lines::Order::kOfEnds : lines::Order::kOfInputs,
      .next_id = parts.next_id,
      .stopped = [this] { return buffer_.stopped(); },
      .room = [this](bool waits) { return waits ? WaitForRoom() : FindRoom(); },
      .host = WorkersTakeLines(parts) ? &parts.host : nullptr};
  options.router_of = [&host = parts.host](std::string_view digest) { return host.RouterOf(digest); };
  options.tell = [&errors = parts.errors](const std::string& problem) { errors.Print(problem); };
  if (RejectFile* const rejects = parts.streams.rejects) {
    options.reject = [this, rejects](std::string_view bytes) {
      if (!rejects->Write(bytes)) stopping_.Ask(rejects->problem(), kUnusable);
    };
  }
  return options;
}

bool Batch::WorkersTakeLines(const Parts& parts) {
  // Two whole envelopes may bear one id: the first one enters. Signals are for inputs in their order.
  return !parts.host.durable() && !parts.line.envelope && parts.line.signals.empty();
}

int Batch::Run() {
  std::optional<Progress> progress;
  if (WantsProgress(parts_.streams.output)) {
    progress.emplace(parts_.errors,
                     [this] { return Summary(json_lines_.tally(), parts_.clock.now_ns() - begun_ns_); });
  }
  std::istream lines(&buffer_);
  lines::Runner runner = [this](lines::InputPlace place, Envelope envelope, lines::Ended ended) {
    return Start(place, std::move(envelope), std::move(ended));
  };
  if (parts_.traffic != nullptr) runner = Counted(std::move(runner), *parts_.traffic);
  const std::string problem = json_lines_.Read(lines, runner);
  Drain();
  if (stopping_.overtime()) EndAll();
  json_lines_.Finish();
  WaitForWriter();
  // The writer tells what went wrong after it has become idle: who is quicker must not matter.
  WatchOutput();
  progress.reset();
  return Tell(problem);
}

std::optional<lines::Obstacle> Batch::Start(lines::InputPlace place, Envelope envelope, lines::Ended ended) {
  if (options_.host != nullptr) return Submit(place, std::move(envelope), std::move(ended));
  const std::lock_guard lock(signals_mutex_);
  const std::string id = envelope.id;
  const std::uint64_t input = place.input;
  if (auto obstacle = Submit(place, std::move(envelope), std::move(ended))) return obstacle;
  last_started_ = input;
  for (const lines::InputSignal& signal : parts_.streams.signals.Of(input)) Give(input, id, signal);
  const auto early = early_.extract(input);
  if (early.empty()) return std::nullopt;
  for (const lines::InputSignal& signal : early.mapped()) Give(input, id, signal);
  return std::nullopt;
}

std::optional<lines::Obstacle> Batch::Submit(lines::InputPlace place, Envelope&& envelope,
                                             lines::Ended ended) {
  const host::Room room = options_.host != nullptr ? host::Room::kEntered : host::Room::kWaits;
  const contract::Index flow =
      FlowNamed(parts_.host.RouterOf(envelope.route.table)->table(), envelope.route.flow);
  auto gone = [&inputs = parts_.inputs](const std::string& root) { inputs.Remove(root); };
  const bool is_new = parts_.inputs.Add(envelope.id, place);
  if (!is_new && room == host::Room::kEntered) parts_.host.Leave(1);
  if (is_new && parts_.host.Submit(flow, std::move(envelope), std::move(ended), std::move(gone), room))
    return std::nullopt;
  // It stood at the entrance when that was closed.
  if (stopping_.asked()) return lines::Obstacle::Stop();
  return route::MakeError(contract::BuiltinError::kContractViolation,
                          "an envelope with this id is under way");
}

std::optional<lines::Credit> Batch::WaitForRoom() {
  while (!stopping_.asked()) {
    const std::uint64_t seen = parts_.events->count();
    if (auto credit = FindRoom()) return credit;
    // Results that nobody has read yet will make room.
    if (writer_.idle() && IsStuck()) {
      EndParked();
      continue;
    }
    if (writer_.idle() && parts_.host.stands_still()) TellHeldBack();
    parts_.events->WaitBeyond(seen);
  }
  return std::nullopt;
}

std::optional<lines::Credit> Batch::FindRoom() {
  if (in_room_ >= parts_.line.max_envelopes || waiting_limit_.IsExceeded()) return std::nullopt;
  return lines::Credit(in_room_);
}

void Batch::WatchOutput() {
  if (const std::string problem = writer_.problem(); !problem.empty())
    stopping_.Ask(fmt::format("cannot write to standard output: {}", problem), kUnusable);
  parts_.events->Notify();
}

void Batch::Drain() {
  while (true) {
    const std::uint64_t seen = parts_.events->count();
    if (parts_.host.drained() || stopping_.overtime()) return;
    if (stopping_.asked() && parts_.host.durable()) return LeaveToOthers();
    if (IsStuck()) {
      EndParked();
      continue;
    }
    WatchLost();
    if (!stopping_.overtime()) parts_.events->WaitBeyond(seen);
  }
}

void Batch::WatchLost() {
  const contract::RouteTable& table = parts_.host.router().table();
  const contract::Index flow = FlowNamed(table, flow_name_);
  const bool bounded = flow != contract::kNone && table.flows[flow].sla_ns > 0;
  if (bounded || parts_.host.unhealthy().empty()) return lost_too_long_.reset();
  if (lost_too_long_ != nullptr && !*lost_too_long_) return;
  if (lost_too_long_ != nullptr && parts_.host.at_rest())
    return stopping_.AskAtOnce("what is left waits for calls that do not come back: the run ends here",
                               kFailed);
  lost_too_long_ = std::make_shared<std::atomic<bool>>(false);
  parts_.clock.At(AddSaturating(parts_.clock.now_ns(), GraceNs(parts_.line)),
                  [too_long = lost_too_long_, events = parts_.events] {
                    *too_long = true;
                    events->Notify();
                  });
}

/// What is under way goes on without this process, but for what its handlers have in hands.
void Batch::LeaveToOthers() {
  parts_.host.StopTaking();
  while (true) {
    const std::uint64_t seen = parts_.events->count();
    if (parts_.host.at_rest() || stopping_.overtime()) break;
    parts_.events->WaitBeyond(seen);
  }
  parts_.host.Flush();
}

bool Batch::IsStuck() const {
  if (!parts_.host.stands_still()) return false;
  return stopping_.asked() || !(parts_.line.wait || (feed_ && feed_->can_come()));
}

void Batch::EndParked() {
  // Whoever stops a run knows what waits for him.
  if (!stopping_.asked()) TellWaits();
  parts_.host.EndParked();
}

void Batch::TellWaits() {
  constexpr std::size_t kMostTold = 10;
  const std::size_t before = waits_told_;
  waits_told_ += parts_.host.retained().parked;
  if (before > kMostTold) return;
  for (const host::Parks::Wait& wait : parts_.host.LongestWaits(kMostTold - before)) {
    const lines::InputPlace place = parts_.inputs.Find(wait.root_id);
    parts_.errors.Print(fmt::format(
        "{}input {}, on line {}, waits for the signal `{}` in flow `{}` since {}, and none can come",
        wait.of_copy ? "a tapped copy of " : "", place.input, place.line, wait.signal, wait.flow,
        PrintTimestamp(Timestamp::FromNanoseconds(wait.since_ns))));
  }
  if (waits_told_ > kMostTold) parts_.errors.Print("others wait, too: their results say for what");
  if (before == 0) parts_.errors.Print("what waits is unfinished; with --wait it waits until its time-out");
}

void Batch::TellHeldBack() {
  if (std::exchange(held_back_told_, true) || parts_.line.unordered) return;
  for (const host::Parks::Wait& wait : parts_.host.LongestWaits(1)) {
    parts_.errors.Print(fmt::format(
        "input {}, on line {}, waits for the signal `{}` and holds back the results behind it, and so the "
        "next "
        "inputs: --unordered prints results as they end",
        parts_.inputs.Find(wait.root_id).input, parts_.inputs.Find(wait.root_id).line, wait.signal));
  }
}

void Batch::EndAll() {
  StopCalls();
  parts_.host.EndAll();
}

bool Batch::StopCalls() {
  constexpr std::int64_t kFarewellNs = 1'000'000'000;
  parts_.host.StopCalls();
  const auto over = std::make_shared<std::atomic<bool>>(false);
  parts_.clock.At(AddSaturating(parts_.clock.now_ns(), kFarewellNs), [over, events = parts_.events] {
    *over = true;
    events->Notify();
  });
  while (true) {
    const std::uint64_t seen = parts_.events->count();
    if (parts_.host.at_rest()) return true;
    if (*over) return false;
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
  const lines::Tally tally = json_lines_.tally();
  int code = tally.all_succeeded() ? 0 : kFailed;
  if (stopping_.asked()) {
    stopping_.WaitUntilBegun();
    code = stopping_.exit_code();
  }
  if (stopping_.asked() || !problem.empty()) {
    parts_.errors.Print(tally.read == 0 ? std::string("no input was taken")
                                        : fmt::format("the last input that was taken is {}, on line {}",
                                                      tally.last.input, tally.last.line));
  }
  if (!writer_.problem().empty())
    parts_.errors.Print(fmt::format("{} results were written whole{}", writer_.lines_written(),
                                    parts_.line.unordered ? "" : ", in the order of the inputs"));
  if (!problem.empty()) code = Complain(fmt::format("cannot read the input: {}", problem), kUnusable);
  if (!writer_.idle()) code = Complain("standard output takes no more: results were not written", kUnusable);
  for (const std::string& actor : parts_.host.unhealthy())
    parts_.errors.Print(fmt::format("actor `{}` is unhealthy: its calls do not come back", actor));
  if (bad_signal_) code = std::max(code, kFailed);
  if (const std::string unmet = UnmetSignal(); !unmet.empty() && !stopping_.asked())
    code = std::max(code, Complain(fmt::format("{}:{}", parts_.line.signals, unmet), kFailed));
  parts_.errors.Print(Summary(tally, parts_.clock.now_ns() - begun_ns_));
  return code;
}

int Batch::Complain(const std::string& text, int exit_code) {
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

void Batch::Deliver(std::uint64_t input, const lines::InputSignal& signal) {
  const std::lock_guard lock(signals_mutex_);
  if (input > last_started_) {
    early_[input].push_back(signal);
    return;
  }
  Give(input, json_lines_.under_way().EnvelopeOf(input), signal);
}

void Batch::Give(std::uint64_t input, const std::string& id, const lines::InputSignal& signal) {
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
  return lines::DescribeUnmet(unmet->first, unmet->second.front(), inputs);
}

}  // namespace mesh::program
