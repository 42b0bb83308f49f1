#include "mesh/host/departure.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "mesh/host/forward.h"
#include "mesh/route/builtin_errors.h"
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

void Departure::Onward(transport::Delivery delivery, const route::Step& step) const {
  if (Forward(services, table, std::move(delivery.envelope), step)) station.mailbox().Acknowledge(delivery);
}

void Departure::GivenUp(transport::Delivery delivery) const {
  GiveUp(services, table, std::move(delivery.envelope));
  station.mailbox().Acknowledge(delivery);
}

void Departure::Failed(transport::Delivery delivery, Error error) const {
  if (services.joins.Unwanted(*delivery.envelope)) {
    GivenUp(std::move(delivery));
  } else if (table.router.MayRetry(*delivery.envelope, error)) {
    SendBack(std::move(delivery));
  } else {
    FailedForGood(std::move(delivery), std::move(error));
  }
}

void Departure::FailedForGood(transport::Delivery delivery, Error error) const {
  CountFailure(error);
  const route::Step step = table.router.Fail(*delivery.envelope, std::move(error), services.clock.now_ns());
  Onward(std::move(delivery), step);
}

void Departure::Refused(transport::Delivery delivery, Error error) const {
  CountFailure(error);
  const route::Step step = table.router.Refuse(*delivery.envelope, std::move(error), services.clock.now_ns());
  Onward(std::move(delivery), step);
}

/// What the mesh does not declare is a contract violation. Names from elsewhere would be counted without end.
void Departure::CountFailure(const Error& error) const {
  const bool known = table.router.FindError(error.name) != contract::kNone;
  services.failures.Add(known ? std::string_view(error.name)
                              : route::BuiltinName(contract::BuiltinError::kContractViolation));
}

void Departure::SendBack(transport::Delivery delivery) const {
  Envelope& envelope = *delivery.envelope;
  const std::int64_t delay = DelayOf(services, table, envelope);
  envelope.status.phase = Phase::kRetrying;
  envelope.status.attempt += 1;
  envelope.status.updated_at_ns = services.clock.now_ns();
  if (station.mailbox().Send(std::move(delivery.envelope), delay)) station.mailbox().Acknowledge(delivery);
  station.counters().retried.fetch_add(1, std::memory_order_relaxed);
}

void EndUnroutable(const Services& services, Station& station, transport::Delivery delivery) {
  Envelope& envelope = *delivery.envelope;
  envelope.status.phase = Phase::kFailed;
  envelope.status.updated_at_ns = services.clock.now_ns();
  envelope.status.error = route::MakeError(
      contract::BuiltinError::kUnroutable,
      fmt::format("no route table has the digest `{}`", envelope.route.table), station.entry().actor);
  envelope.route.at = contract::kNone;
  ++envelope.route.hop;
  services.failures.Add(envelope.status.error->name);
  services.sinks.End(std::move(delivery.envelope));
  services.activity.End();
  station.mailbox().Acknowledge(delivery);
}

}  // namespace mesh::host
