#include "mesh/host/run_job.h"

#include <utility>

#include <fmt/format.h>

#include "mesh/host/departure.h"
#include "mesh/host/desk.h"
#include "mesh/host/durable_course.h"
#include "mesh/host/visit.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/route/effect_key.h"
#include "mesh/route/overrun.h"

namespace mesh::host {

namespace {

/// `seen_ns`: as of Job. That of the job is then for the one that follows.
bool RunDelivery(const Services& services, Job& job, std::int64_t seen_ns = 0) {
  auto& delivery = std::get<transport::Delivery>(job.work);
  const ServedTable* table = services.tables.Find(delivery.envelope->route.table);
  if (table != nullptr) {
    Visit visit(services, *job.station, *table, std::move(delivery), seen_ns);
    const bool stays = visit.Run();
    job.seen_ns = visit.seen_ns();
    return stays;
  }
  std::string why = fmt::format("no route table has the digest `{}`", delivery.envelope->route.table);
  EndUnroutable(services, *job.station, std::move(delivery), std::move(why));
  return true;
}

/// One whose holder died waits for its turn.
bool RunSuspect(const Services& services, Job& job) {
  Suspects& suspects = services.durable->suspects();
  if (!suspects.Begin(job, services.clock.now_ns())) return true;
  const bool stays = RunDelivery(services, job);
  if (services.loan_limit) {
    // Where loans end of themselves it would be somebody else's before its turn comes.
    for (Job& old : suspects.TakeOld(services.clock.now_ns() - services.loan_limit->wait_ns))
      old.station->mailbox().HandBack(std::move(std::get<transport::Delivery>(old.work)), 0);
  }
  if (auto next = suspects.End()) services.pool.Submit(std::move(*next));
  return stays;
}

bool RunLetter(const Services& services, Job& job) {
  auto& delivery = std::get<transport::Delivery>(job.work);
  // Before it has an envelope it is met for the first time.
  if (delivery.envelope == nullptr) {
    const bool redelivered = delivery.redeliveries > 0;
    const bool suspect = delivery.letter->suspect;
    if (redelivered || suspect)
      services.telling.Tell(observation::Returned{job.station->served(), redelivered, suspect});
    if (!services.durable->Read(*job.station, delivery)) return true;
  }
  if (delivery.letter->suspect) return RunSuspect(services, job);
  return RunDelivery(services, job);
}

/// The disowned call may still do its effect; but whoever waits for it must not wait for ever.
void ReleaseClaim(const Services& services, const ServedTable& table, const contract::Actor& actor,
                  const Envelope& envelope, Aside& aside) {
  const auto arguments = table.router.Bind(envelope);
  if (!std::holds_alternative<route::Arguments>(arguments)) return;
  const auto key = route::EffectKey(table.router, envelope, std::get<route::Arguments>(arguments));
  if (const auto* text = std::get_if<std::string>(&key); text != nullptr && !text->empty())
    services.course->ReleaseEffect({table, actor, *text, envelope.root()}, aside);
}

void EndOverrun(const Services& services, Station& station, Overrun overrun) {
  overrun.stop.request_stop();
  const Envelope& envelope = *overrun.delivery.envelope;
  const ServedTable& table = *services.tables.Find(envelope.route.table);
  const contract::Actor& actor = table.router.table().actors[table.router.ActorAt(envelope)];
  Aside aside;
  ReleaseClaim(services, table, actor, envelope, aside);
  const route::TimeLimit limit = table.router.LimitAt(envelope, envelope.status.updated_at_ns);
  actor::Outcome outcome = route::NoAnswerWithin(limit.duration_ns, overrun.error, actor.name);
  services.telling.Tell(observation::Handled{{envelope, table.router.table(), station.served()},
                                             outcome,
                                             observation::Handled::How::kOverran,
                                             services.clock.now_ns() - envelope.status.updated_at_ns});
  Departure{services, station, table}.Failed(std::move(overrun.delivery), std::get<Error>(std::move(outcome)),
                                             std::move(aside));
}

}  // namespace

bool RunJob(const Services& services, Job& job) {
  const std::int64_t seen_ns = std::exchange(job.seen_ns, 0);
  if (auto* overrun = std::get_if<Overrun>(&job.work)) {
    EndOverrun(services, *job.station, std::move(*overrun));
    return true;
  }
  auto& delivery = std::get<transport::Delivery>(job.work);
  transport::Mailbox& mailbox = job.desk != nullptr ? job.desk->mailbox() : job.station->mailbox();
  // Of a loan that is lost somebody else does the work.
  if (services.handing_back.load(std::memory_order_relaxed) || !mailbox.Lends(delivery)) {
    const bool suspect = delivery.letter != nullptr && delivery.letter->suspect;
    mailbox.HandBack(std::move(delivery), 0);
    // It may have had its turn, and others wait for theirs.
    auto next = suspect && job.station != nullptr ? services.durable->suspects().Next() : std::nullopt;
    if (next) services.pool.Submit(std::move(*next));
  } else if (job.desk != nullptr) {
    job.desk->Do(std::move(delivery));
  } else {
    return delivery.letter != nullptr ? RunLetter(services, job) : RunDelivery(services, job, seen_ns);
  }
  return true;
}

}  // namespace mesh::host
