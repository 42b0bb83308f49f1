#include "mesh/host/simulated.h"

#include <map>
#include <memory>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "mesh/actor/invoke.h"
#include "mesh/envelope/ids.h"
#include "mesh/state/idempotency_store.h"

namespace mesh::host {

namespace {

/// One handler per actor, made on its first visit.
class Handlers {
 public:
  Handlers(const route::Router& router, std::span<const actor::Entry> actors) : router_(router) {
    for (const actor::Entry& entry : actors) served_[entry.actor].entry = &entry;
  }

  deterministic::Answer Answer(contract::Index actor, const route::Arguments& arguments,
                               const Envelope& envelope) {
    Served& served = served_.at(router_.table().actors[actor].name);
    actor::Context context({.envelope_id = envelope.id,
                            .actor = served.entry->actor,
                            .attempt = envelope.status.attempt,
                            .deadline_ns = envelope.status.deadline_at_ns,
                            .stop = {},
                            .now_ns = [&envelope] { return envelope.status.updated_at_ns; },
                            .log = [](actor::LogLevel, std::string_view) {}});
    return {actor::InvokeGuarded(*served.entry, served.handler, arguments, context), 0};
  }

 private:
  struct Served {
    const actor::Entry* entry = nullptr;
    std::unique_ptr<actor::Handler> handler;
  };
  const route::Router& router_;
  std::map<std::string_view, Served> served_;
};

void Follow(std::ostream& follow, const deterministic::Run& run) {
  for (const auto& visit : run.trace) {
    follow << fmt::format("{} {} attempt {}: {}\n", run.envelope.id, visit.actor, visit.attempt,
                          visit.outcome);
  }
}

}  // namespace

Runner Simulated(const route::Router& router, contract::Index flow, deterministic::Responder responder,
                 std::ostream* follow) {
  // Effects may be shared by the envelopes of one run.
  auto effects = std::make_shared<state::MemoryIdempotencyStore>();
  return [&router, flow, responder = std::move(responder), follow, effects](Envelope envelope,
                                                                            const Ended& ended) {
    deterministic::Run run =
        deterministic::Simulate(router, flow, std::move(envelope), responder,
                                {.start_ns = 0, .back_off = true, .idempotency = effects.get()});
    if (follow != nullptr) Follow(*follow, run);
    ended(std::move(run.envelope));
  };
}

deterministic::Responder HandlerResponder(const route::Router& router, std::span<const actor::Entry> actors) {
  auto handlers = std::make_shared<Handlers>(router, actors);
  return [handlers](contract::Index actor, const route::Arguments& arguments, const Envelope& envelope) {
    return handlers->Answer(actor, arguments, envelope);
  };
}

std::function<std::string()> CountedIds() {
  return [ids = std::make_shared<CountedIdSource>()] { return ids->NextId(); };
}

}  // namespace mesh::host
