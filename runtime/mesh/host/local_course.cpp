#include "mesh/host/local_course.h"

#include <utility>

#include <fmt/format.h>

#include "mesh/host/departure.h"
#include "mesh/host/forward.h"
#include "mesh/route/builtin_errors.h"

namespace mesh::host {

namespace {

/// How long a delivery waits before it looks again for a result that another one is making.
constexpr std::int64_t kLocalEffectNs = 5'000'000;

const ActorFit& FitOf(const EffectOf& effect) {
  return effect.table.fit.Of(
      static_cast<contract::Index>(&effect.actor - effect.table.router.table().actors.data));
}

/// Within one process one handler makes the effects of all versions of its actor, under its own name.
std::string_view NameOf(const EffectOf& effect) {
  const actor::Entry* const entry = FitOf(effect).entry;
  return entry == nullptr ? effect.actor.name : entry->actor;
}

state::EffectId IdOf(const EffectOf& effect) {
  state::EffectId id = state::EffectOf(effect.actor, effect.key, effect.root);
  id.actor = NameOf(effect);
  return id;
}

}  // namespace

Course::Effect LocalCourse::TakeEffect(const EffectOf& effect) {
  // Claimed before the look, so that a result cannot be put between the two.
  if (!services_.claims.Take(NameOf(effect), effect.key)) return Busy{kLocalEffectNs};
  auto stored = services_.idempotency.Find(IdOf(effect), services_.clock.now_ns());
  if (!stored) return Mine{};
  services_.claims.Release(NameOf(effect), effect.key);
  const compatibility::CallRecast* const recast = FitOf(effect).recast;
  if (recast == nullptr) return std::move(*stored);
  auto results = recast->Results(*stored, effect.table.router.limits().payload_bytes);
  if (auto* values = std::get_if<ValueList>(&results)) return std::move(*values);
  const auto& broken = std::get<SchemaError>(results);
  return route::MakeError(contract::BuiltinError::kContractViolation,
                          fmt::format("the stored results: {}: {}", broken.path, broken.message),
                          effect.actor.name);
}

void LocalCourse::ReleaseEffect(const EffectOf& effect, Aside&) {
  services_.claims.Release(NameOf(effect), effect.key);
}

/// The handler's own, which any table's are made of.
void LocalCourse::KeepResults(const EffectOf& effect, const ValueList&, const ValueList& own, Aside&) {
  services_.idempotency.Put(IdOf(effect), own, services_.clock.now_ns());
}

void LocalCourse::EraseResults(const EffectOf& effect, Aside&) { services_.idempotency.Erase(IdOf(effect)); }

void LocalCourse::Onward(Station& station, const ServedTable& table, transport::Delivery&& delivery,
                         const route::Step& step, Aside&&) {
  if (Forward(services_, table, std::move(delivery.envelope), step)) station.mailbox().Acknowledge(delivery);
}

void LocalCourse::SendBack(Station& station, const ServedTable&, transport::Delivery&& delivery,
                           std::int64_t delay_ns, Aside&&) {
  if (station.mailbox().Send(std::move(delivery.envelope), delay_ns)) station.mailbox().Acknowledge(delivery);
}

/// There are none.
void LocalCourse::LeaveToOthers(Station& station, transport::Delivery delivery) {
  EndUnroutable(services_, station, std::move(delivery),
                "the handler of its actor was built for a contract that does not fit");
}

void LocalCourse::GivenUp(Station& station, const ServedTable& table, transport::Delivery&& delivery,
                          Aside&&) {
  GiveUp(services_, table, std::move(delivery.envelope));
  station.mailbox().Acknowledge(delivery);
}

}  // namespace mesh::host
