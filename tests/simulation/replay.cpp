#include "tests/simulation/replay.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mesh/envelope/payload_json.h"
#include "mesh/envelope/stops.h"
#include "mesh/route/effect_key.h"
#include "mesh/state/idempotency_store.h"

namespace mesh::simulation {

namespace {

/// Ways that are tried.
constexpr int kMostWays = 2'000;

actor::Outcome Crash() {
  return Error{.name = "crash", .message = "its process ended while the handler ran"};
}

std::string Message(const actor::Outcome& outcome) {
  if (const auto* error = std::get_if<Error>(&outcome)) return error->message;
  const auto* results = std::get_if<actor::Results>(&outcome);
  if (results == nullptr) return {};
  for (const Value& value : results->values) {
    if (value.kind() == ValueKind::kString) return std::string(value.text());
  }
  return {};
}

}  // namespace

Replay::Replay(const Mesh& mesh, const CallBook& calls, const Envelope& end)
    : mesh_(mesh), calls_(calls), end_(end), wanted_(Summary(end)) {
  const Value& notes = end.payload[mesh.Field("notes")];
  if (notes.present()) std::ranges::for_each(notes.list(), [this](const Value& note) { Note(note); });
  const contract::Index gathered = mesh.Field("gathered");
  if (gathered != contract::kNone && end.payload[gathered].present())
    std::ranges::for_each(end.payload[gathered].list(), [this](const Value& note) { Note(note); });
}

void Replay::Note(const Value& value) {
  const std::string text(value.text());
  if (!text.starts_with('#')) return;
  // Results that were kept are found without asking.
  if (!noted_.insert(text).second) return;
  const Call& call = calls_.calls()[std::stoul(text.substr(1)) - 1];
  // What another one has made for the same value counts where it was wanted.
  const contract::Actor& actor = mesh_.ActorOf(call.actor);
  const std::string& envelope = actor.effect_key == contract::kNone ? call.envelope : end_.id;
  counting_.insert(envelope);
  in_order_[envelope].push_back(&call);
}

const Call* Replay::NextNoted(const std::string& envelope) const {
  const auto noted = in_order_.find(envelope);
  if (noted == in_order_.end()) return nullptr;
  const auto used = used_.find(envelope);
  const std::size_t place = used == used_.end() ? 0 : used->second;
  return place < noted->second.size() ? noted->second[place] : nullptr;
}

std::string Replay::Summary(const Envelope& envelope) const {
  std::string text = fmt::format("{} {}\n", static_cast<int>(envelope.status.phase),
                                 envelope.status.error ? envelope.status.error->name : "-");
  const contract::Index flow = mesh_.router().FindFlow("main");
  text += PayloadToJson(mesh_.table(), flow, envelope.payload, envelope.unknown);
  text += fmt::format("\n{}", fmt::join(ExpandStops(envelope.route.prev), " "));
  for (const LogEntry& entry : envelope.status.log)
    text += fmt::format("\n{} {} {} {}", entry.error, entry.actor, entry.at, entry.action);
  return text;
}

std::optional<Value> Replay::Signal() {
  for (const std::string_view name : {"first", "second"}) {
    const contract::Index field = mesh_.Field(name);
    if (field == contract::kNone) continue;
    const std::size_t number = name == "first" ? 0 : 1;
    if (number != heard_) continue;
    ++heard_;
    const Value& value = end_.payload[field];
    return value.present() ? std::optional(value) : std::nullopt;
  }
  return std::nullopt;
}

bool Replay::Matches() {
  for (int way = 0; way < kMostWays; ++way) {
    place_ = 0;
    heard_ = 0;
    used_.clear();
    way_.clear();
    effects_.clear();
    state::MemoryIdempotencyStore store;
    Envelope envelope;
    envelope.id = end_.id;
    envelope.payload = ValueList(end_.payload.size());
    const auto run = deterministic::Simulate(
        mesh_.router(), mesh_.router().FindFlow("main"), std::move(envelope),
        [this](contract::Index actor, const route::Arguments& arguments, const Envelope& of) {
          return Answer(actor, arguments, of);
        },
        {.idempotency = &store, .signal = [this](std::string_view) { return Signal(); }});
    got_ = Summary(run.envelope);
    if (got_ == wanted_) return true;
    if (!Turn()) return false;
  }
  return false;
}

bool Replay::Turn() {
  choices_.resize(place_);
  widths_.resize(place_);
  while (!choices_.empty() && choices_.back() + 1 >= widths_.back()) {
    choices_.pop_back();
    widths_.pop_back();
  }
  if (choices_.empty()) return false;
  ++choices_.back();
  return true;
}

/// A branch of a join that waits for some, whose calls do not show in what has ended.
bool Replay::IsUnwanted(const Envelope& envelope) const {
  if (counting_.contains(envelope.id)) return false;
  for (const Frame& frame : envelope.route.frames) {
    const auto* branch = std::get_if<BranchFrame>(&frame);
    if (branch == nullptr || branch->join == contract::kNone) continue;
    for (const contract::Point& point : mesh_.table().points) {
      const bool forks = point.fork != contract::kNone && point.next == branch->join;
      if (forks && mesh_.table().forks[point.fork].wait == contract::Wait::kCount) return true;
    }
  }
  return false;
}

deterministic::Answer Replay::Answer(contract::Index actor, const route::Arguments& arguments,
                                     const Envelope& envelope) {
  const contract::RouteTable& table = mesh_.table();
  const Question question{envelope.id, std::string(table.points[envelope.route.at].name),
                          PrintArguments(arguments), envelope.status.attempt};
  std::string key;
  if (table.actors[actor].effect == contract::Effect::kIdempotent) {
    key = std::get<std::string>(route::EffectKey(mesh_.router(), envelope, arguments));
    effects_[envelope.id].insert(key);
  }
  if (IsUnwanted(envelope)) return {Error{.name = "broken", .message = "not wanted"}};
  const Call* const noted = NextNoted(envelope.id);
  const bool by_value = table.actors[actor].effect_key != contract::kNone;
  const bool asked = noted != nullptr && noted->arguments == question.arguments &&
                     (by_value ? noted->effect_key == key : noted->point == question.point);
  // Of one whose effect is its value the answer may be that of another attempt.
  const bool at_once = asked && by_value && std::holds_alternative<actor::Results>(noted->outcome);
  if (asked && (at_once || noted->attempt == question.attempt)) {
    ++used_[envelope.id];
    way_ += fmt::format("  {} asks {}: {}\n", envelope.id, question.point, Message(noted->outcome));
    return {noted->outcome};
  }
  const auto candidates = Candidates(question);
  std::size_t choice = 0;
  if (candidates.size() > 1) {
    if (place_ == choices_.size()) choices_.push_back(0), widths_.push_back(candidates.size());
    choice = choices_[place_++];
  }
  // Where nobody was asked a start was recorded, and its process died before the call.
  actor::Outcome outcome = candidates.empty() ? Crash() : candidates[std::min(choice, candidates.size() - 1)];
  way_ += fmt::format("  {} asks {} for the {}th time, answer {} of {}: {}\n", envelope.id, question.point,
                      question.attempt, choice, candidates.size(), Message(outcome));
  return {std::move(outcome)};
}

/// What the end does not name: each different answer once.
std::vector<actor::Outcome> Replay::Candidates(const Question& question) const {
  std::vector<actor::Outcome> found;
  std::set<std::string> texts;
  const auto add = [&](const actor::Outcome& outcome) {
    const auto* choice = std::get_if<actor::Choice>(&outcome);
    const std::string text = choice != nullptr ? std::to_string(choice->label) : Message(outcome);
    // The root notes whatever succeeds.
    const bool noted = std::holds_alternative<actor::Results>(outcome) && question.envelope == end_.id;
    if (noted && !text.empty()) return;
    if (!noted_.contains(text) && texts.insert(text).second) found.push_back(outcome);
  };
  for (const Call* call : calls_.Asked(question)) {
    // Whoever is late by the clock may have come before somebody has looked at it.
    if (call->fate != Call::Fate::kRuns) add(call->outcome);
    // One whose process has died may have been given up before.
    if (call->fate != Call::Fate::kAnswered) {
      add(Error{.name = "timeout",
                .message = fmt::format("no answer within {}", PrintDuration({call->timeout_ns}))});
    }
  }
  // Its process has died, or was cut off and taken for dead.
  add(Crash());
  return found;
}

std::string Replay::Print() const {
  return fmt::format("it has ended so:\n{}\nand the last way that was tried ends so:\n{}\n{}", wanted_, got_,
                     way_);
}

}  // namespace mesh::simulation
