#include "mesh/host/run_job.h"

#include <utility>

#include <fmt/format.h>

#include "mesh/host/departure.h"
#include "mesh/host/visit.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/route/effect_key.h"
#include "mesh/value/json.h"

namespace mesh::host {

namespace {

bool RunDelivery(const Services& services, Station& station, transport::Delivery delivery) {
  if (services.handing_back.load(std::memory_order_relaxed)) {
    station.mailbox().HandBack(std::move(delivery), 0);
    return true;
  }
  const ServedTable* table = services.tables.Find(delivery.envelope->route.table);
  if (table != nullptr) return Visit(services, station, *table, std::move(delivery)).Run();
  EndUnroutable(services, station, std::move(delivery));
  return true;
}

/// The disowned call may still do its effect; but whoever waits for it must not wait for ever.
void ReleaseClaim(const Services& services, const Station& station, const ServedTable& table,
                  const Envelope& envelope) {
  const auto arguments = table.router.Bind(envelope);
  if (!std::holds_alternative<route::Arguments>(arguments)) return;
  const auto key = route::EffectKey(table.router, envelope, std::get<route::Arguments>(arguments));
  if (const auto* text = std::get_if<std::string>(&key))
    services.claims.Release(station.entry().actor, *text);
}

void TellOverrun(const Services& services, const Station& station, const Envelope& envelope,
                 const Error& error) {
  if (!services.options.on_hop) return;
  const std::string text = "raised " + error.name;
  services.options.on_hop(
      {envelope.id, envelope.root(), station.entry().actor, envelope.status.attempt, text});
}

void EndOverrun(const Services& services, Station& station, Overrun overrun) {
  overrun.stop.request_stop();
  const Envelope& envelope = *overrun.delivery.envelope;
  const ServedTable& table = *services.tables.Find(envelope.route.table);
  const contract::Actor& actor = table.router.table().actors[table.router.ActorAt(envelope)];
  if (actor.effect == contract::Effect::kIdempotent) ReleaseClaim(services, station, table, envelope);
  const route::TimeLimit limit = table.router.LimitAt(envelope, envelope.status.updated_at_ns);
  Error error = route::MakeError(
      overrun.error, fmt::format("no answer within {}", PrintDuration({limit.duration_ns})), actor.name);
  TellOverrun(services, station, envelope, error);
  Departure{services, station, table}.Failed(std::move(overrun.delivery), std::move(error));
}

}  // namespace

bool RunJob(const Services& services, Job& job) {
  if (auto* overrun = std::get_if<Overrun>(&job.work)) {
    EndOverrun(services, *job.station, std::move(*overrun));
    return true;
  }
  return RunDelivery(services, *job.station, std::get<transport::Delivery>(std::move(job.work)));
}

}  // namespace mesh::host
