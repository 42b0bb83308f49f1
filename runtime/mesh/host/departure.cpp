#include "mesh/host/departure.h"

#include <algorithm>
#include <utility>

#include "mesh/host/forward.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/route/declared_errors.h"
#include "mesh/route/retry_delay.h"

namespace mesh::host {

namespace {

std::int64_t DelayOf(const Services& services, const ServedTable& table, const Envelope& envelope) {
  const contract::RetryPolicy* policy = table.router.RetryAt(envelope);
  if (policy == nullptr) return 0;
  const double random = services.options.random ? services.options.random() : 0.5;
  const std::int64_t delay = route::RetryDelay(*policy, envelope.status.attempt, random);
  if (!envelope.status.deadline_at_ns) return delay;
  // Waiting beyond the deadline would only make its error late.
  const std::int64_t left = *envelope.status.deadline_at_ns - services.clock.now_ns();
  return std::min(delay, std::max<std::int64_t>(left, 0) + 1);
}

}  // namespace

void Departure::Onward(transport::Delivery delivery, const route::Step& step, Aside aside) const {
  services.course->Onward(station, table, std::move(delivery), step, std::move(aside));
}

void Departure::GivenUp(transport::Delivery delivery, Aside aside) const {
  services.course->GivenUp(station, table, std::move(delivery), std::move(aside));
}

void Departure::Failed(transport::Delivery delivery, Error error, Aside aside) const {
  if (services.course->Unwanted(*delivery.envelope)) {
    GivenUp(std::move(delivery), std::move(aside));
  } else if (table.router.MayRetry(*delivery.envelope, error)) {
    SendBack(std::move(delivery), error, std::move(aside));
  } else {
    FailedForGood(std::move(delivery), std::move(error), std::move(aside));
  }
}

void Departure::FailedForGood(transport::Delivery delivery, Error error, Aside aside) const {
  TellFailed(*delivery.envelope, error);
  aside.told_failed = true;
  const route::Step step = table.router.Fail(*delivery.envelope, std::move(error), services.clock.now_ns());
  Onward(std::move(delivery), step, std::move(aside));
}

void Departure::Refused(transport::Delivery delivery, Error error, Aside aside) const {
  TellFailed(*delivery.envelope, error);
  aside.told_failed = true;
  const route::Step step = table.router.Refuse(*delivery.envelope, std::move(error), services.clock.now_ns());
  Onward(std::move(delivery), step, std::move(aside));
}

void Departure::TellFailed(const Envelope& envelope, const Error& error) const {
  services.telling.Tell(
      observation::Failed{&envelope, envelope.id, route::DeclaredName(table.router, error.name)});
}

void Departure::SendBack(transport::Delivery delivery, const Error& error, Aside aside) const {
  Envelope& envelope = *delivery.envelope;
  const std::int64_t delay = DelayOf(services, table, envelope);
  envelope.status.phase = Phase::kRetrying;
  envelope.status.attempt += 1;
  envelope.status.updated_at_ns = services.clock.now_ns();
  services.telling.Tell(
      observation::Retried{{envelope, table.router.table(), station.served()}, error, delay});
  services.course->SendBack(station, table, std::move(delivery), delay, std::move(aside));
}

void EndUnroutable(const Services& services, Station& station, transport::Delivery delivery,
                   std::string why) {
  Envelope& envelope = *delivery.envelope;
  envelope.status.phase = Phase::kFailed;
  envelope.status.updated_at_ns = services.clock.now_ns();
  envelope.status.error =
      route::MakeError(contract::BuiltinError::kUnroutable, std::move(why), station.entry().actor);
  envelope.route.at = contract::kNone;
  ++envelope.route.hop;
  services.telling.Tell(observation::Failed{&envelope, envelope.id, envelope.status.error->name});
  EndRoot(services, std::move(delivery.envelope));
  services.activity.End();
  station.mailbox().Acknowledge(delivery);
}

}  // namespace mesh::host
