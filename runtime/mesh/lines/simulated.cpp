#include "mesh/lines/simulated.h"

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "mesh/actor/invoke.h"
#include "mesh/deterministic/trace.h"
#include "mesh/envelope/ids.h"
#include "mesh/lines/log_line.h"
#include "mesh/route/effect_key.h"
#include "mesh/state/idempotency_store.h"
#include "mesh/value/saturating.h"

namespace mesh::lines {

namespace {

/// One handler per actor, made on its first visit.
class Handlers {
 public:
  Handlers(const route::Router& router, std::span<const actor::Entry> actors, HandlerLog log)
      : router_(router), log_(std::move(log)) {
    for (const actor::Entry& entry : actors) served_[entry.actor].entry = &entry;
  }

  deterministic::Answer Answer(contract::Index actor, const route::Arguments& arguments,
                               const Envelope& envelope) {
    Served& served = served_.at(router_.table().actors[actor].name);
    const std::string key = KeyOf(arguments, envelope);
    actor::Context context = ContextOf(*served.entry, envelope, key);
    return {actor::InvokeGuarded(*served.entry, served.handler, arguments, context), 0};
  }

 private:
  struct Served {
    const actor::Entry* entry = nullptr;
    std::unique_ptr<actor::Handler> handler;
  };

  /// Empty for an actor without an effect that is tried again.
  std::string KeyOf(const route::Arguments& arguments, const Envelope& envelope) const {
    auto key = route::EffectKey(router_, envelope, arguments);
    auto* text = std::get_if<std::string>(&key);
    return text == nullptr ? std::string() : std::move(*text);
  }

  actor::Context ContextOf(const actor::Entry& entry, const Envelope& envelope,
                           std::string_view effect_key) const {
    actor::Context::Visit visit;
    visit.envelope_id = envelope.id;
    visit.root_id = envelope.root();
    visit.point = router_.table().points[envelope.route.at].name;
    visit.effect_key = effect_key;
    visit.actor = entry.actor;
    visit.attempt = envelope.status.attempt;
    visit.deadline_ns = DeadlineOf(envelope);
    // The clock stands still while a handler runs.
    visit.now_ns = [&envelope] { return envelope.status.updated_at_ns; };
    visit.log = [this, &entry, &envelope](actor::LogLevel level, std::string_view message) {
      if (log_) log_(envelope, entry.actor, level, message);
    };
    return actor::Context(std::move(visit));
  }

  /// The earlier of timeout and deadline, as on every host.
  std::optional<std::int64_t> DeadlineOf(const Envelope& envelope) const {
    const std::int64_t now_ns = envelope.status.updated_at_ns;
    const std::int64_t left_ns = router_.LimitAt(envelope, now_ns).duration_ns;
    if (left_ns == std::numeric_limits<std::int64_t>::max()) return std::nullopt;
    return AddSaturating(now_ns, left_ns);
  }

  const route::Router& router_;
  const HandlerLog log_;
  std::map<std::string_view, Served> served_;
};

/// The n-th wait for a name takes its n-th signal.
class SignalQueue {
 public:
  explicit SignalQueue(const std::vector<InputSignal>& signals) : signals_(signals) {}

  std::optional<Value> Take(std::string_view name) {
    std::size_t skipped = taken_[std::string(name)]++;
    for (const InputSignal& signal : signals_) {
      if (signal.name == name && skipped-- == 0) return signal.value;
    }
    return std::nullopt;
  }

 private:
  const std::vector<InputSignal>& signals_;
  std::map<std::string, std::size_t> taken_;
};

/// Of a branch, too, the id is that of the envelope that entered.
void Follow(const FollowLog& follow, std::uint64_t input, const std::string& id,
            const deterministic::Trace& trace) {
  for (const deterministic::TraceEntry& visit : trace.entries()) {
    follow(HopLine({.time_ns = visit.started_ns, .input = input, .envelope_id = id, .actor = visit.actor},
                   visit.attempt, visit.outcome));
  }
}

}  // namespace

Runner Simulated(const route::Router& router, contract::Index flow, deterministic::Responder responder,
                 FollowLog follow, observation::Observer* observer, InputSignals signals) {
  // Effects may be shared by the envelopes of one run.
  auto effects = std::make_shared<state::MemoryIdempotencyStore>();
  return [&router, flow, responder = std::move(responder), follow = std::move(follow), observer, effects,
          signals = std::move(signals)](InputPlace place, Envelope envelope,
                                        const Ended& ended) -> std::optional<Obstacle> {
    SignalQueue queue(signals.Of(place.input));
    deterministic::Trace trace;
    std::vector<observation::Observer*> observers;
    if (follow) observers.push_back(&trace);
    if (observer != nullptr) observers.push_back(observer);
    deterministic::Run run =
        deterministic::Simulate(router, flow, std::move(envelope), responder,
                                {.start_ns = 0,
                                 .back_off = true,
                                 .idempotency = effects.get(),
                                 .signal = [&queue](std::string_view name) { return queue.Take(name); },
                                 .observers = std::move(observers)});
    if (follow) Follow(follow, place.input, run.envelope.id, trace);
    ended(std::move(run.envelope));
    return std::nullopt;
  };
}

deterministic::Responder HandlerResponder(const route::Router& router, std::span<const actor::Entry> actors,
                                          HandlerLog log) {
  auto handlers = std::make_shared<Handlers>(router, actors, std::move(log));
  return [handlers](contract::Index actor, const route::Arguments& arguments, const Envelope& envelope) {
    return handlers->Answer(actor, arguments, envelope);
  };
}

std::function<std::string()> CountedIds() {
  return [ids = std::make_shared<CountedIdSource>()] { return ids->NextId(); };
}

}  // namespace mesh::lines
