#include "mesh/host/local_course.h"

#include <utility>

#include "mesh/host/forward.h"

namespace mesh::host {

namespace {

/// How long a delivery waits before it looks again for a result that another one is making.
constexpr std::int64_t kOtherEffectNs = 5'000'000;

state::EffectId IdOf(const EffectOf& effect) {
  return state::EffectOf(effect.actor, effect.key, effect.root);
}

}  // namespace

Course::Effect LocalCourse::TakeEffect(const EffectOf& effect) {
  // Claimed before the look, so that a result cannot be put between the two.
  if (!services_.claims.Take(effect.actor.name, effect.key)) return Busy{kOtherEffectNs};
  auto stored = services_.idempotency.Find(IdOf(effect), services_.clock.now_ns());
  if (!stored) return Mine{};
  services_.claims.Release(effect.actor.name, effect.key);
  return std::move(*stored);
}

void LocalCourse::ReleaseEffect(const EffectOf& effect, Aside&) {
  services_.claims.Release(effect.actor.name, effect.key);
}

void LocalCourse::KeepResults(const EffectOf& effect, const ValueList& results, Aside&) {
  services_.idempotency.Put(IdOf(effect), results, services_.clock.now_ns());
}

void LocalCourse::EraseResults(const EffectOf& effect, Aside&) { services_.idempotency.Erase(IdOf(effect)); }

void LocalCourse::Onward(Station& station, const ServedTable& table, transport::Delivery delivery,
                         const route::Step& step, Aside) {
  if (Forward(services_, table, std::move(delivery.envelope), step)) station.mailbox().Acknowledge(delivery);
}

void LocalCourse::SendBack(Station& station, const ServedTable&, transport::Delivery delivery,
                           std::int64_t delay_ns, Aside) {
  if (station.mailbox().Send(std::move(delivery.envelope), delay_ns)) station.mailbox().Acknowledge(delivery);
}

void LocalCourse::GivenUp(Station& station, const ServedTable& table, transport::Delivery delivery, Aside) {
  GiveUp(services_, table, std::move(delivery.envelope));
  station.mailbox().Acknowledge(delivery);
}

}  // namespace mesh::host
