#include "tests/simulation/world.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "mesh/envelope/payload_json.h"
#include "mesh/state/keys.h"
#include "tests/support/times.h"

namespace mesh::simulation {

namespace {

using test::kSecondNs;
constexpr std::int64_t kDayNs = 24 * 3600 * kSecondNs;
/// Nothing goes on for so long.
constexpr std::uint32_t kMostSteps = 100'000;

test::Broker::Options OptionsOf(const Plan& plan, test::Fibers& fibers, History& history,
                                std::function<void(const std::string&)> on_event) {
  return {.seed = plan.seed,
          .replication = plan.replication,
          .repeats = plan.repeats,
          .fibers = &fibers,
          .doubled = plan.doubled,
          .on_change =
              [&history](const std::vector<state::Change>& changes) {
                for (const state::Change& change : changes) {
                  if (change.kind == state::Change::Kind::kPut && change.key.starts_with("end"))
                    ++history.recorded[std::string(state::RootOf(change.key))];
                }
              },
          .on_event = std::move(on_event)};
}

}  // namespace

template <typename... Parts>
void World::Tell(const char* text, const Parts&... parts) {
  if (!tells_) return;
  history_.events.push_back(fmt::format("{:>6} {:>8}ms ", steps_, clock_.now_ns() / 1'000'000) +
                            fmt::format(fmt::runtime(text), parts...));
}

World::World(const Mesh& mesh, const Plan& plan, bool tells)
    : mesh_(mesh),
      plan_(plan),
      tells_(tells),
      chance_(plan.seed),
      broker_(OptionsOf(plan, fibers_, history_,
                        [this](const std::string& event) { Tell("                    {}", event); }),
              clock_) {
  // Time begins somewhere: zero stands for none.
  clock_.Advance(kSecondNs);
  to_start_ = plan.hosts;
  for (std::uint32_t i = 0; i < plan.envelopes; ++i) {
    const std::string root = fmt::format("r{}", i);
    to_submit_.push_back(root);
    for (int n = 0; n < mesh.text().signals; ++n) to_signal_.push_back(root);
  }
}

void World::StartHost() {
  host::HostOptions options{.threads = 0};
  options.random = [this] { return static_cast<double>(chance_.Below(1000)) / 1000; };
  hosts_.emplace_back(
      mesh_, broker_, clock_, fibers_, std::move(options),
      [this](Process& process, const contract::Actor& actor, std::span<const Value> arguments,
             const actor::Context& context) { return Answer(process, actor, arguments, context); });
}

void World::StartEntrance() {
  entrance_ = std::make_unique<Process>(mesh_, broker_, clock_, fibers_,
                                        host::HostOptions{.threads = 0,
                                                          .max_envelopes = 1000,
                                                          .waiter = fmt::format("entrance{}", ++entrances_),
                                                          .serves_sink = false,
                                                          .serves_control = false},
                                        nullptr);
  // Before anything enters it is known who waits.
  entrance_->host().Flush();
}

void World::Submit(const std::string& root) {
  Envelope envelope;
  envelope.id = root;
  const contract::Index flow = mesh_.router().FindFlow("main");
  envelope.payload = ValueList(FieldsOf(mesh_.table(), flow).size);
  const bool entered = entrance_->host().Submit(flow, std::move(envelope), [this, root](Envelope ended) {
    Tell("{} is told its end", root);
    history_.told[root].push_back(std::move(ended));
  });
  Tell("submit {}{}", root, entered ? "" : ": under way");
}

void World::Signal(const std::string& root) {
  const std::int64_t value = ++signals_;
  history_.signalled[root].insert(value);
  Tell("signal {} {}", root, value);
  entrance_->Run([this, root, value] { entrance_->host().Signal(root, "go", std::to_string(value)); });
}

actor::Outcome World::Answer(Process& process, const contract::Actor& actor, std::span<const Value> arguments,
                             const actor::Context& context) {
  if (process.dead()) return Error{.name = "crash"};
  Call& call = history_.calls.Add({.envelope = std::string(context.envelope_id()),
                                   .root = std::string(context.root_id()),
                                   .actor = std::string(actor.name),
                                   .point = std::string(context.point()),
                                   .arguments = PrintArguments(arguments),
                                   .effect_key = std::string(context.effect_key()),
                                   .attempt = context.attempt(),
                                   .begun_ns = clock_.now_ns(),
                                   .timeout_ns = actor.timeout_ns});
  const std::int64_t due_ns = context.deadline_ns().value_or(INT64_MAX);
  ChanceAnswer answer = AnswerByChance(mesh_.table(), actor, plan_.seed, call.number);
  call.outcome = answer.outcome;
  Tell("host {}: call #{} of {} by {} at {}, attempt {}", NumberOf(process), call.number, call.envelope,
       call.actor, call.point, call.attempt);
  const bool early = chance_.Below(2) == 0;
  if (early && !call.effect_key.empty()) history_.calls.MakeEffect(call);
  if (std::exchange(kill_in_call_, false)) {
    Tell("#{} kills its process", call.number);
    process.Die();
  }
  if (answer.takes_ns > 0 || chance_.Below(2) == 0) process.Sleep(answer.takes_ns);
  if (process.dead()) return Error{.name = "crash"};
  if (!early && !call.effect_key.empty()) history_.calls.MakeEffect(call);
  call.ended_ns = clock_.now_ns();
  call.fate = call.ended_ns >= due_ns ? Call::Fate::kLate : Call::Fate::kAnswered;
  Tell("#{} answers{}", call.number, call.fate == Call::Fate::kLate ? ", too late" : "");
  return std::move(answer.outcome);
}

std::size_t World::NumberOf(const Process& process) const {
  return static_cast<std::size_t>(std::distance(
      hosts_.begin(), std::ranges::find(hosts_, &process, [](const Process& host) { return &host; })));
}

Process* World::AnyHost() {
  if (hosts_.empty()) return nullptr;
  Process& host = *std::next(hosts_.begin(), static_cast<std::ptrdiff_t>(chance_.Below(hosts_.size())));
  return host.over() ? nullptr : &host;
}

void World::DoFault(Fault::Kind kind) {
  using Kind = Fault::Kind;
  switch (kind) {
    case Kind::kKill:
      if (Process* const host = AnyHost()) Tell("a host dies"), host->Die();
      return;
    case Kind::kKillInCall: kill_in_call_ = true; return;
    case Kind::kLeave:
      if (Process* const host = AnyHost()) Tell("a host leaves"), host->Leave();
      return;
    case Kind::kCutOff:
      if (Process* const host = AnyHost()) Tell("a host is cut off"), host->connection().Lose();
      return;
    case Kind::kDouble:
      if (broker_.Double()) Tell("a message is doubled");
      return;
    case Kind::kBringBack:
    case Kind::kBringBackNew:
      if (broker_.BringBack(kind == Kind::kBringBack)) Tell("a message is back");
      return;
    case Kind::kLapse:
      if (broker_.Lapse()) Tell("a loan lapses");
      return;
    case Kind::kKillEntrance:
      if (entrance_) Tell("the entrance dies"), entrance_->Die();
      return;
    case Kind::kReview:
      if (Process* const host = AnyHost()) host->host().ReviewCalls();
      return;
  }
}

void World::Reap() {
  const std::size_t before = hosts_.size();
  hosts_.remove_if([](const Process& host) { return host.over(); });
  to_start_ += static_cast<std::uint32_t>(before - hosts_.size());
  if (!entrance_ || !entrance_->over()) return;
  entrance_.reset();
  to_submit_.clear();
  for (std::uint32_t i = 0; i < plan_.envelopes; ++i) {
    const std::string root = fmt::format("r{}", i);
    if (!history_.told.contains(root)) to_submit_.push_back(root);
  }
}

void World::DoClient() {
  if (!entrance_) return StartEntrance();
  if (to_start_ > 0 && chance_.Below(2) == 0) {
    --to_start_;
    Tell("a host starts");
    return StartHost();
  }
  if (!to_submit_.empty()) {
    const std::string root = to_submit_.back();
    to_submit_.pop_back();
    return Submit(root);
  }
  if (to_signal_.empty()) return;
  const auto at = to_signal_.begin() + static_cast<std::ptrdiff_t>(chance_.Below(to_signal_.size()));
  const std::string root = *at;
  to_signal_.erase(at);
  Signal(root);
}

bool World::MoveTime(std::int64_t at_most_ns) {
  const auto next_ns = clock_.next_ns();
  if (!next_ns) return false;
  const std::int64_t by_ns = std::max<std::int64_t>(*next_ns - clock_.now_ns(), 0);
  if (by_ns <= at_most_ns) clock_.Advance(by_ns);
  return true;
}

bool World::Step() {
  const bool client = !entrance_ || to_start_ > 0 || !to_submit_.empty() || !to_signal_.empty();
  std::vector<Process*> all;
  for (Process& host : hosts_) all.push_back(&host);
  if (entrance_) all.push_back(entrance_.get());
  std::size_t choices = broker_.tasks() + (client ? 1 : 0);
  for (Process* process : all) choices += process->host().queued() + process->ready();
  if (choices == 0) return MoveTime(INT64_MAX);
  if (chance_.Below(100) == 0) {
    MoveTime(chance_.Below(20) == 0 ? INT64_MAX : 60 * kSecondNs);
    return true;
  }
  std::size_t choice = chance_.Below(choices);
  if (client && choice-- == 0) return DoClient(), true;
  for (Process* process : all) {
    const std::size_t queued = process->host().queued();
    if (choice < queued) return process->Run([process, choice] { process->host().RunQueued(choice); }), true;
    choice -= queued;
    if (choice < process->ready()) return process->Resume(choice), true;
    choice -= process->ready();
  }
  return broker_.RunTask();
}

void World::Run() {
  while (steps_ < kMostSteps) {
    while (next_fault_ < plan_.faults.size() && plan_.faults[next_fault_].step <= steps_)
      DoFault(plan_.faults[next_fault_++].kind);
    // Nobody is called any more when all faults are over.
    if (next_fault_ == plan_.faults.size() && steps_ > 1000) kill_in_call_ = false;
    Reap();
    const bool moved = Step();
    ++steps_;
    if (moved) continue;
    if (next_fault_ == plan_.faults.size()) return LookForLeft();
    steps_ = std::max(steps_, plan_.faults[next_fault_].step);
  }
  history_.left.push_back("it goes on for ever");
}

void World::LookForLeft() {
  const auto left = [this](const std::string& what, std::uint64_t count) {
    if (count > 0) history_.left.push_back(fmt::format("{} {}", count, what));
  };
  for (std::string& message : broker_.Contents()) history_.left.push_back(std::move(message));
  left("fibers", fibers_.size());
  const auto look = [&left](Process& process) {
    const host::Retained retained = process.host().retained();
    left("credits", retained.inside);
    left("parked", retained.parked);
    left("joins in memory", retained.joins + retained.decided_joins);
    left("cancellations", retained.cancellations);
    left("waiting for health", retained.backlog);
    left("unhealthy actors", process.host().unhealthy().size());
  };
  for (Process& host : hosts_) look(host);
  if (entrance_) look(*entrance_);
  const auto entries = [this](std::string_view when, const std::set<std::string>& kinds) {
    for (const state::Entry& entry : broker_.store().Scan("")) {
      const std::string kind = entry.key.substr(0, entry.key.find('\0'));
      if (kinds.contains(kind)) continue;
      std::string key = entry.key;
      std::ranges::replace(key, '\0', ' ');
      history_.left.push_back(fmt::format("{}: {}", when, key));
    }
  };
  entries("at the end", {"end", "waiter", "join", "failed", "batch", "start", "effect", "shared"});
  clock_.Advance(8 * kDayNs);
  entries("a week later", {"waiter", "shared"});
}

}  // namespace mesh::simulation
