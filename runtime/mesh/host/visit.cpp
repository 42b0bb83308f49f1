#include "mesh/host/visit.h"

#include <limits>
#include <utility>

#include <fmt/format.h>

#include "mesh/actor/invoke.h"
#include "mesh/host/recast_outcome.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/route/effect_key.h"
#include "mesh/route/payload_writes.h"
#include "mesh/value/saturating.h"

namespace mesh::host {

namespace {

using How = observation::Handled::How;

constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

}  // namespace

Visit::Visit(const Services& services, Station& station, const ServedTable& table,
             transport::Delivery&& delivery, std::int64_t seen_ns)
    : services_(services),
      station_(station),
      table_(table),
      departure_{services, station, table},
      delivery_(std::move(delivery)),
      seen_ns_(seen_ns) {}

bool Visit::Run() {
  const std::int64_t seen_ns = std::exchange(seen_ns_, 0);
  now_ns_ = seen_ns != 0 ? seen_ns : services_.clock.now_ns();
  Envelope& envelope = *delivery_.envelope;
  if (services_.course->Unwanted(envelope)) return GiveUp();
  const bool serves = table_.fit.Serves(envelope);
  services_.telling.Tell(observation::Delivered{Seen(), now_ns_ - envelope.status.updated_at_ns, serves});
  attempt_ = envelope.status.attempt;
  point_ = envelope.route.at;
  if (services_.course->TakeCancellation(envelope, aside_)) envelope.cancelled = true;
  envelope.status.phase = Phase::kProcessing;
  envelope.status.updated_at_ns = now_ns_;
  if (auto error = serves ? FindStray() : std::nullopt) return Refuse(std::move(*error));
  // A cancellation and a deadline wait for no handler.
  if (auto error = table_.router.Admit(envelope, now_ns_)) return Refuse(std::move(*error));
  if (!serves) return LeaveToOthers();
  auto bound = table_.router.TakeBound(envelope);
  if (auto* error = std::get_if<Error>(&bound)) return Refuse(std::move(*error));
  return Serve(std::get<route::Arguments>(bound));
}

std::optional<Error> Visit::FindStray() const {
  const contract::RouteTable& table = table_.router.table();
  const contract::Index at = delivery_.envelope->route.at;
  // Admit finds envelopes that wait for nobody.
  if (at >= table.points.size || table.points[at].actor == contract::kNone) return std::nullopt;
  if (fit().entry == &station_.entry()) return std::nullopt;
  return route::MakeError(contract::BuiltinError::kContractViolation,
                          fmt::format("the envelope waits for `{}`", actor().name), station_.entry().actor);
}

bool Visit::TakeUp() {
  const contract::Index at = delivery_.envelope->route.at;
  const auto& points = table_.router.table().points;
  const bool suspect = delivery_.letter != nullptr && delivery_.letter->suspect;
  const bool came_again = delivery_.redeliveries > 0 || suspect;
  if (!came_again || at >= points.size || points[at].actor == contract::kNone) return true;
  if (actor().effect == contract::Effect::kNoEffect && !suspect) return true;
  return services_.course->Claim(station_, table_, delivery_, false);
}

bool Visit::Serve(const route::Arguments& arguments) {
  if (actor().effect == contract::Effect::kNoEffect) return Call(arguments);
  if (!services_.course->Claim(station_, table_, delivery_, true)) return true;
  auto key = route::EffectKey(table_.router, *delivery_.envelope, arguments);
  if (auto* error = std::get_if<Error>(&key)) return Refuse(std::move(*error));
  if (std::get<std::string>(key).empty()) return Call(arguments);
  effect_key_ = std::get<std::string>(std::move(key));
  return ServeOnce(arguments);
}

bool Visit::ServeOnce(const route::Arguments& arguments) {
  Course::Effect effect = services_.course->TakeEffect(Effect());
  if (std::holds_alternative<Course::Mine>(effect)) return Call(arguments);
  const auto* const stored = std::get_if<ValueList>(&effect);
  if (stored != nullptr && !delivery_.envelope->replay_of.empty())
    services_.course->KeepRepeated(Effect(), *stored, aside_);
  effect_key_.reset();
  if (std::holds_alternative<Course::Missing>(effect)) {
    return Refuse(
        route::MakeError(contract::BuiltinError::kUnroutable,
                         fmt::format("the replay has no stored result of `{}` at `{}`, and makes no "
                                     "effects without --effects",
                                     actor().name, table_.router.table().points[point_].name),
                         actor().name));
  }
  if (const auto* busy = std::get_if<Course::Busy>(&effect)) {
    services_.course->NotVisited(std::move(aside_));
    station_.mailbox().HandBack(std::move(delivery_), busy->delay_ns);
    return true;
  }
  if (auto* error = std::get_if<Error>(&effect)) return Refuse(std::move(*error));
  services_.telling.Tell(observation::Started{Seen(), true});
  actor::Outcome outcome = actor::Results{std::get<ValueList>(std::move(effect))};
  services_.telling.Tell(observation::Handled{Seen(), outcome, How::kStored});
  return Settle(std::move(outcome));
}

bool Visit::Call(const route::Arguments& arguments) {
  if (fit().recast == nullptr) return Called(arguments);
  auto recast = ForHandler(arguments);
  if (auto* error = std::get_if<Error>(&recast)) return Refuse(std::move(*error));
  return Called(std::get<route::Arguments>(recast));
}

bool Visit::Called(const route::Arguments& arguments) {
  const route::TimeLimit time = table_.router.LimitAt(*delivery_.envelope, now_ns_);
  if (time.duration_ns < 0) return Refuse(route::MakeError(time.error, "no time is left", actor().name));
  Slot* const slot = station_.healthy() ? station_.TakeSlot() : nullptr;
  if (slot == nullptr) return PutOff();
  const Course::Begun begun = services_.course->BeginCall(station_, table_, delivery_);
  if (begun != Course::Begun::kCalled) station_.ReturnSlot(*slot);
  if (begun == Course::Begun::kCrashed) return Crashed();
  if (begun == Course::Begun::kCopy) return true;
  services_.telling.Tell(observation::Started{Seen()});
  const CallLimit limit = Limit(time);
  std::stop_token stop = slot->Begin(std::move(delivery_), limit);
  services_.watchdog.Began(limit.due_ns);
  if (services_.joins.any_decided()) StopIfUnwanted(*slot);
  // A stop that came while the params were bound has not met this call.
  if (services_.handing_back) slot->Stop();
  actor::Outcome outcome = Invoke(*slot, arguments, std::move(stop), limit);
  auto delivery = slot->Finish();
  if (!delivery) {
    station_.ReturnOverrun(*slot);
    return false;
  }
  delivery_ = std::move(*delivery);
  station_.ReturnSlot(*slot);
  return Answered(std::move(outcome));
}

void Visit::StopIfUnwanted(Slot& slot) const {
  slot.StopIf([this](const Envelope& envelope) { return services_.joins.Unwanted(envelope); });
}

actor::Outcome Visit::Invoke(Slot& slot, const route::Arguments& arguments, std::stop_token stop,
                             CallLimit limit) {
  actor::Context context = ContextOf(slot, std::move(stop), limit);
  slot.mark.Set(station_.entry().actor, slot.envelope_id());
  actor::Outcome outcome = actor::InvokeGuarded(station_.entry(), slot.handler, arguments, context);
  slot.mark.Clear();
  return outcome;
}

bool Visit::Answered(actor::Outcome&& answer) {
  const std::int64_t begun_ns = std::exchange(now_ns_, services_.clock.now_ns());
  std::optional<actor::Outcome> recast;
  if (fit().recast != nullptr) recast = ForTable(answer);
  actor::Outcome& outcome = recast ? *recast : answer;
  if (effect_key_) {
    KeepResults(outcome, answer);
    ReleaseEffect();
  }
  const bool cancelled = services_.course->TakeCancellation(*delivery_.envelope, aside_);
  if (cancelled) {
    outcome =
        route::MakeError(contract::BuiltinError::kCancelled, "cancelled while the handler ran", actor().name);
  }
  services_.telling.Tell(observation::Handled{Seen(), outcome, How::kAnswered, now_ns_ - begun_ns});
  if (!cancelled) return Settle(std::move(outcome));
  departure_.FailedForGood(std::move(delivery_), std::get<Error>(std::move(outcome)), std::move(aside_));
  return true;
}

std::variant<route::Arguments, Error> Visit::ForHandler(const route::Arguments& arguments) const {
  auto recast = fit().recast->Arguments(arguments);
  const auto* broken = std::get_if<SchemaError>(&recast);
  if (broken == nullptr) return std::get<ValueList>(std::move(recast));
  return route::MakeError(
      contract::BuiltinError::kContractViolation,
      fmt::format("params of `{}`: {}: {}", station_.entry().actor, broken->path, broken->message),
      actor().name);
}

actor::Outcome Visit::ForTable(const actor::Outcome& answer) const {
  return RecastOutcome(*fit().recast, actor(), answer, table_.router.limits().payload_bytes);
}

void Visit::KeepResults(const actor::Outcome& outcome, const actor::Outcome& own) {
  const Results* const results = route::SoundResults(table_.router, actor(), outcome);
  if (results == nullptr) return;
  services_.course->KeepResults(Effect(), results->values, std::get<actor::Results>(own).values, aside_);
}

bool Visit::Settle(actor::Outcome&& outcome) {
  if (auto* error = std::get_if<Error>(&outcome)) {
    departure_.Failed(std::move(delivery_), std::move(*error), std::move(aside_));
    return true;
  }
  const bool is_brief = services_.durable == nullptr && !services_.telling.observed() &&
                        actor().effect == contract::Effect::kNoEffect;
  const route::Step step = Advance(std::move(outcome));
  // Stores, observers and whoever waits for an end may take their time; going to the next actor does not.
  if (is_brief && std::holds_alternative<route::Deliver>(step)) seen_ns_ = now_ns_;
  departure_.Onward(std::move(delivery_), step, std::move(aside_));
  return true;
}

route::Step Visit::Advance(actor::Outcome&& outcome) {
  Envelope& envelope = *delivery_.envelope;
  std::vector<route::EffectRecord> obsolete;
  route::Step step = table_.router.Settle(envelope, std::move(outcome), now_ns_, &obsolete);
  for (const route::EffectRecord& record : obsolete) {
    const contract::Actor& of = table_.router.table().actors[record.actor];
    services_.course->EraseResults({table_, of, record.key, envelope.root()}, aside_);
  }
  return step;
}

bool Visit::PutOff() {
  ReleaseEffect();
  services_.course->NotVisited(std::move(aside_));
  // A deadline that has passed does not count here: otherwise it would have kept the envelope out.
  const auto deadline = delivery_.envelope->status.deadline_at_ns;
  const bool counts = deadline && *deadline >= now_ns_;
  station_.PutOff(std::move(delivery_), counts ? *deadline : Backlog::kNever);
  return true;
}

bool Visit::GiveUp() {
  if (!TakeUp()) return true;
  departure_.GivenUp(std::move(delivery_), std::move(aside_));
  return true;
}

bool Visit::LeaveToOthers() {
  services_.course->LeaveToOthers(station_, std::move(delivery_));
  return true;
}

EffectOf Visit::Effect() const {
  const Envelope& envelope = *delivery_.envelope;
  return {table_, actor(), *effect_key_, envelope.root(), envelope.id, envelope.replay_of};
}

void Visit::ReleaseEffect() {
  if (effect_key_) services_.course->ReleaseEffect(Effect(), aside_);
  effect_key_.reset();
}

bool Visit::Refuse(Error&& error) {
  if (!TakeUp()) return true;
  ReleaseEffect();
  services_.telling.Tell(observation::Refused{Seen(), error});
  departure_.Refused(std::move(delivery_), std::move(error), std::move(aside_));
  return true;
}

bool Visit::Crashed() {
  ReleaseEffect();
  actor::Outcome outcome = route::MakeError(
      contract::BuiltinError::kCrash, "its process ended while the handler ran", station_.entry().actor);
  services_.telling.Tell(observation::Handled{Seen(), outcome, How::kCrashed});
  return Settle(std::move(outcome));
}

const contract::Actor& Visit::actor() const {
  return table_.router.table().actors[table_.router.ActorAt(*delivery_.envelope)];
}

CallLimit Visit::Limit(route::TimeLimit limit) const {
  return {.due_ns = AddSaturating(now_ns_, limit.duration_ns), .error = limit.error};
}

actor::Context Visit::ContextOf(const Slot& slot, std::stop_token stop, CallLimit limit) const {
  actor::Context::Visit visit;
  visit.envelope_id = slot.envelope_id();
  visit.root_id = slot.root_id();
  visit.point = table_.router.table().points[point_].name;
  if (effect_key_) visit.effect_key = *effect_key_;
  visit.actor = station_.entry().actor;
  visit.attempt = attempt_;
  if (limit.due_ns != kUnlimited) visit.deadline_ns = limit.due_ns;
  visit.stop = std::move(stop);
  visit.now_ns = [clock = &services_.clock] { return clock->now_ns(); };
  visit.log = [this, &slot](actor::LogLevel level, std::string_view message) {
    const auto& log = services_.options.log;
    if (log) log({level, station_.entry().actor, slot.envelope_id(), slot.root_id(), message});
  };
  return actor::Context(std::move(visit));
}

}  // namespace mesh::host
