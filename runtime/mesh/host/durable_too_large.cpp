// What would follow is more than the transport takes: less is done, or it is said that nothing can be.
#include <cstddef>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "mesh/durable/mailboxes.h"
#include "mesh/durable/unserved.h"
#include "mesh/host/durable_course.h"
#include "mesh/host/station.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/state/keys.h"

namespace mesh::host {

namespace {

constexpr std::size_t kWhole = std::numeric_limits<std::size_t>::max();
/// Bytes of a message that is no envelope, where all of it is too much; in JSON up to six times as many.
constexpr std::size_t kBeginning = std::size_t{64} << 10U;

}  // namespace

Error DurableCourse::TooLarge(std::string_view actor) {
  return route::MakeError(contract::BuiltinError::kContractViolation,
                          "what follows from the visit is more than the transport takes", actor);
}

void DurableCourse::FailTooLarge(Station& station, const Input& input, Shrinking shrinking) {
  durable::Reading read = known_.Read(input.letter->body);
  auto* const known = std::get_if<durable::ReadEnvelope>(&read);
  if (known == nullptr || shrinking.tries > 2)
    return TellStuck(std::string(station.entry().actor), *input.letter);
  // Its letter was written before that.
  if (shrinking.claimed) known->envelope->route.claim = input.letter->nonce;
  const route::Router& router = known->table->router;
  Error error = TooLarge(router.table().actors[router.ActorAt(*known->envelope)].name);
  if (!std::exchange(shrinking.aside.told_failed, true))
    services_.telling.Tell(observation::Failed{known->envelope.get(), known->envelope->id, error.name});
  const route::Step step = router.Fail(*known->envelope, std::move(error), services_.clock.now_ns());
  durable::Before before;
  if (shrinking.tries == 1) before = {input.letter, &input.letter->body};
  const std::shared_ptr<const Envelope> envelope = std::move(known->envelope);
  Depart(
      station, input, std::move(shrinking.aside), envelope,
      [&table = *known->table, envelope, before, step](durable::Planner& planner) {
        planner.Add(table, *envelope, step, before);
      },
      shrinking.tries);
}

void DurableCourse::TellStuck(const std::string& name, const transport::Letter& letter) const {
  if (!services_.options.log) return;
  const std::string text = fmt::format(
      "`{}` stays in `{}`: what follows from it is more than the transport takes", letter.id, name);
  services_.options.log({actor::LogLevel::kError, {}, {}, {}, text});
}

transport::Receipt DurableCourse::TellsStuck(std::string name, const transport::Letter& letter) const {
  return [this, name = std::move(name), letter](transport::Outcome outcome) {
    if (outcome == transport::Outcome::kTooLarge) TellStuck(name, letter);
  };
}

/// It is kept whole, with the reason, and comes to nobody any more.
void DurableCourse::Bury(const std::string& name, transport::Mailbox& mailbox,
                         const transport::Delivery& delivery, const std::string& why) {
  if (services_.options.log) {
    const std::string text = fmt::format("a message that is no envelope was kept aside: {}", why);
    services_.options.log({actor::LogLevel::kError, {}, {}, {}, text});
  }
  KeepAside(name, {&mailbox, delivery.tag}, std::make_shared<const transport::Letter>(*delivery.letter), why,
            kWhole);
}

void DurableCourse::KeepAside(const std::string& name, transport::Loan loan,
                              const std::shared_ptr<const transport::Letter>& letter, const std::string& why,
                              std::size_t most) {
  if (!ledger_.state().keeps_roots()) {
    const transport::Letter kept{.id = letter->id, .body = durable::WriteUnreadable(*letter, why, most)};
    return ledger_.Carry(
        loan,
        [kept](const state::State&) {
          return transport::Transition{.sends = {{std::string(durable::kUnreadable), kept}}};
        },
        nullptr);
  }
  const state::Change kept{.key = state::UnreadableKey(fmt::format("{}/{}", letter->id, loan.tag)),
                           .value = durable::WriteUnreadable(*letter, why, most),
                           .expires_ns = services_.clock.now_ns() + durable::kFailedRetentionNs};
  ledger_.Carry(
      loan, [kept](const state::State&) { return transport::Transition{.changes = {kept}}; },
      [this, name, loan, letter, why, most](transport::Outcome outcome) {
        if (outcome != transport::Outcome::kTooLarge) return;
        most == kWhole ? KeepAside(name, loan, letter, why, kBeginning) : TellStuck(name, *letter);
      });
}

}  // namespace mesh::host
