#include "mesh/host/durable_course.h"

#include <algorithm>
#include <utility>

#include "mesh/host/effect_results.h"
#include "mesh/host/station.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/state/keys.h"
#include "mesh/transport/lanes/lanes.h"
#include "mesh/value/saturating.h"

namespace mesh::host {

namespace {

/// How long a delivery waits before it looks again for a result that another one is making.
constexpr std::int64_t kSharedEffectNs = 50'000'000;

/// Of a shared effect none.
std::string_view RootOf(const EffectOf& effect) {
  return effect.actor.effect_shared ? std::string_view() : effect.root;
}

/// Versions of the mesh that call the actor otherwise look under their own name only. That of the table is
/// first.
std::vector<std::string> KeysOf(const EffectOf& effect) {
  std::vector<std::string> keys;
  for (const std::string_view name : effect.table.EffectNames(effect.actor))
    keys.push_back(state::EffectKey(RootOf(effect), name, effect.key));
  return keys;
}

/// In one order, whichever version asks: so that nobody waits for whoever waits for him.
std::vector<std::string> IntentsOf(const EffectOf& effect) {
  std::vector<std::string> keys;
  for (const std::string_view name : effect.table.EffectNames(effect.actor))
    keys.push_back(state::IntentKey(RootOf(effect), name, effect.key));
  std::ranges::sort(keys);
  return keys;
}

template <typename Get>
std::optional<std::string> FirstOf(const std::vector<std::string>& keys, const Get& get) {
  for (const std::string& key : keys) {
    if (auto found = get(key)) return found;
  }
  return std::nullopt;
}

/// Only effects whose key comes from a value may be wanted by two envelopes at a time.
bool IsByValue(const EffectOf& effect) { return effect.actor.effect_key != contract::kNone; }

/// What those are told who wait for an effect, also if nothing else of the visit counts.
std::vector<state::Change> ReleasedBy(const Aside& aside) {
  std::vector<state::Change> released = aside.changes;
  std::erase_if(released, [](const state::Change& change) { return !state::IsIntentKey(change.key); });
  return released;
}

/// What is kept for a root goes with it: a branch that nobody waits for may outlive it, and keeps nothing
/// more.
void MakeAside(durable::Draft& draft, const Aside& aside, const Envelope& envelope) {
  if (aside.changes.empty()) return;
  const std::string root = state::RootKey(envelope.root());
  const bool lives = draft.Get(root).has_value();
  for (const state::Change& change : aside.changes) {
    const bool keeps = change.kind == state::Change::Kind::kPut && state::OwnerOf(change.key) == root;
    if (lives || !keeps) draft.Make(change);
  }
}

}  // namespace

const durable::KnownTable& DurableCourse::KnownOf(const ServedTable& table) const {
  return *known_.Find(table.router.table().digest);
}

bool DurableCourse::Unwanted(const Envelope& envelope) const {
  return durable::Unwanted(ledger_.state(), envelope);
}

bool DurableCourse::TakeCancellation(const Envelope& envelope, Aside& aside) {
  if (aside.told_cancelled || !durable::IsCancelled(ledger_.state(), envelope)) return false;
  aside.told_cancelled = true;
  return true;
}

Course::Effect DurableCourse::ReadResults(const EffectOf& effect, const std::string& bytes) const {
  auto read = host::ReadResults(effect.table.router, effect.actor, bytes);
  if (auto* error = std::get_if<Error>(&read)) return std::move(*error);
  return std::get<ValueList>(std::move(read));
}

std::optional<std::string> DurableCourse::Stored(const std::vector<std::string>& keys) const {
  return FirstOf(keys, [this](const std::string& key) { return ledger_.state().Get(key); });
}

/// What the call left that a replay repeats, on the same table: its key begins with the id of the other one.
std::optional<std::string> DurableCourse::FindRepeated(const EffectOf& effect, bool& makes_effects) const {
  const auto root = durable::ReadRoot(ledger_.state().Get(state::RootKey(effect.root)));
  makes_effects = !root || root->replay_of.empty() || root->real_effects;
  if (makes_effects || effect.actor.effect_shared) return std::nullopt;
  const std::string_view old = IsByValue(effect) ? root->replay_of : effect.replay_of;
  const std::string_view own = IsByValue(effect) ? effect.root : effect.id;
  const std::string key = std::string(old) + effect.key.substr(own.size());
  return ledger_.state().Get(state::EffectKey(root->replay_of, effect.actor.name, key));
}

bool DurableCourse::Claim(Station& station, const ServedTable& table, transport::Delivery& delivery,
                          bool has_effect) {
  using Standing = durable::Planner::Standing;
  const std::string& nonce = delivery.letter->nonce;
  if (nonce.empty()) return true;
  const auto envelope = std::make_shared<const Envelope>(*delivery.envelope);
  const auto standing = std::make_shared<Standing>();
  const std::int64_t now_ns = services_.clock.now_ns();
  const auto plan = [this, envelope, standing, nonce, now_ns, has_effect,
                     reply = delivery.letter->reply](const state::State& state) {
    durable::Planner planner(known_, state, now_ns, nonce);
    planner.TellEndTo(reply);
    Envelope claimed = *envelope;
    *standing = planner.ClaimDelivery(claimed, has_effect);
    return planner.Take();
  };
  const transport::Outcome outcome = ledger_.CarryOut(std::nullopt, plan);
  if (outcome == transport::Outcome::kTooLarge) FailTooLarge(station, {station.mailbox(), delivery}, {});
  // Where the ledger is closed the delivery comes again.
  if (outcome != transport::Outcome::kDone) return false;
  if (*standing == Standing::kCurrent) {
    delivery.envelope->route.claim = nonce;
    return true;
  }
  durable::Before lost;
  if (*standing == Standing::kLost) lost = std::make_shared<const std::string>(delivery.letter->body);
  Carry(std::string(station.entry().actor), {station.mailbox(), delivery},
        [&known = KnownOf(table), envelope, lost](durable::Planner& planner) {
          planner.draft().Get(state::RootKey(envelope->root()));
          lost != nullptr ? planner.EndLost(known, *envelope, lost) : planner.BeCopyOf(envelope->root());
        });
  return false;
}

Course::Effect DurableCourse::TakeEffect(const EffectOf& effect) {
  const std::vector<std::string> keys = KeysOf(effect);
  if (!effect.replay_of.empty() && !Stored(keys)) {
    bool makes_effects = false;
    const auto repeated = FindRepeated(effect, makes_effects);
    if (repeated) return ReadResults(effect, *repeated);
    if (!makes_effects) return Missing{};
  }
  if (!IsByValue(effect)) {
    const auto stored = Stored(keys);
    return stored ? ReadResults(effect, *stored) : Effect(Mine{});
  }
  std::vector<state::Change> begun;
  for (const std::string& intent : IntentsOf(effect)) {
    Effect taken = TakeIntent(effect, keys, intent);
    if (!std::holds_alternative<Mine>(taken)) {
      NotVisited({.changes = std::move(begun)});
      return taken;
    }
    begun.push_back({.kind = state::Change::Kind::kErase, .key = intent});
  }
  return Mine{};
}

/// One after the other: a store need not change those of several names together.
Course::Effect DurableCourse::TakeIntent(const EffectOf& effect, const std::vector<std::string>& keys,
                                         const std::string& intent) {
  struct Found {
    std::optional<std::string> results;
    bool busy = false;
  };
  const auto found = std::make_shared<Found>();
  const auto outcome = ledger_.CarryOut(std::nullopt, [found, keys, intent](const state::State& state) {
    durable::Draft draft(state);
    *found = {.results = FirstOf(keys, [&draft](const std::string& key) { return draft.Get(key); }),
              .busy = draft.Get(intent).has_value()};
    // It goes with this process, so that nobody waits for the dead.
    if (!found->results && !found->busy) draft.Make({.key = intent, .value = {}, .leased = true});
    return draft.Take();
  });
  if (outcome == transport::Outcome::kTooLarge) return TooLarge(effect.actor.name);
  if (found->results) return ReadResults(effect, *found->results);
  if (found->busy || outcome != transport::Outcome::kDone) return Busy{kSharedEffectNs};
  return Mine{};
}

void DurableCourse::ReleaseEffect(const EffectOf& effect, Aside& aside) {
  if (!IsByValue(effect)) return;
  for (const std::string& intent : IntentsOf(effect))
    aside.changes.push_back({.kind = state::Change::Kind::kErase, .key = intent});
}

void DurableCourse::KeepResults(const EffectOf& effect, const ValueList& results, const ValueList&,
                                Aside& aside) {
  const std::int64_t expires_ns =
      effect.actor.effect_shared ? AddSaturating(services_.clock.now_ns(), services_.options.keep_shared_ns)
                                 : state::kNeverExpires;
  const std::vector<std::string> keys = KeysOf(effect);
  if (!IsByValue(effect)) aside.kept = keys.front();
  const std::string bytes = WriteResults(effect.table.router, effect.actor, results);
  for (const std::string& key : keys)
    aside.changes.push_back({.key = key, .value = bytes, .expires_ns = expires_ns});
}

void DurableCourse::EraseResults(const EffectOf& effect, Aside& aside) {
  for (const std::string& key : KeysOf(effect))
    aside.changes.push_back({.kind = state::Change::Kind::kErase, .key = key});
}

/// Each copy of a suspect would count its own attempts, and each of them have copies: so the line is claimed
/// first, by one of them.
Course::Begun DurableCourse::BeginCall(Station& station, const ServedTable& table,
                                       transport::Delivery& delivery) {
  if (!delivery.letter->suspect) return Begun::kCalled;
  const bool claimed = delivery.envelope->route.claim == delivery.letter->nonce;
  if (!claimed && !Claim(station, table, delivery, false)) return Begun::kCopy;
  const auto begun_before = std::make_shared<bool>(false);
  const std::string key = state::StartKey(delivery.letter->id);
  // Who loses its loan erases nothing.
  const std::int64_t expires_ns = AddSaturating(services_.clock.now_ns(), durable::kRetentionNs);
  ledger_.CarryOut(std::nullopt, [begun_before, key, expires_ns](const state::State& state) {
    durable::Draft draft(state);
    *begun_before = draft.Get(key).has_value();
    draft.Put(key, {}, expires_ns);
    return draft.Take();
  });
  return *begun_before ? Begun::kCrashed : Begun::kCalled;
}

void DurableCourse::Depart(Station& station, const Input& input, Aside aside,
                           std::shared_ptr<const Envelope> envelope, PlanWork work, int tries) {
  const std::vector<state::Change> released = ReleasedBy(aside);
  const bool may_be_copy = !input.letter->nonce.empty();
  const bool claimed = may_be_copy && envelope->route.claim == input.letter->nonce;
  const Shrinking shrinking{.aside = {.changes = released,
                                      .told_cancelled = aside.told_cancelled,
                                      .told_failed = aside.told_failed},
                            .claimed = claimed,
                            .tries = tries + 1};
  auto fail = [this, &station, input, shrinking] { FailTooLarge(station, input, shrinking); };
  auto plan = [aside = std::move(aside), envelope = std::move(envelope), work = std::move(work), may_be_copy,
               claimed](durable::Planner& planner) {
    // What it keeps would be taken for that of the one that goes on, which would then be the copy.
    if (claimed && planner.IsStale(*envelope)) return planner.BeCopyOf(envelope->root());
    // The same message has come twice at a time, and its other call was faster.
    if (may_be_copy && !aside.kept.empty() && planner.draft().Get(aside.kept))
      return planner.BeCopyOf(envelope->root());
    MakeAside(planner.draft(), aside, *envelope);
    if (aside.told_cancelled) durable::TellCancelled(planner.draft(), *envelope);
    work(planner);
  };
  Carry(std::string(station.entry().actor), input, std::move(plan), released, nullptr, std::move(fail));
}

void DurableCourse::Onward(Station& station, const ServedTable& table, transport::Delivery&& delivery,
                           const route::Step& step, Aside&& aside) {
  const auto envelope = std::shared_ptr<const Envelope>(std::move(delivery.envelope));
  const Input input(station.mailbox(), std::move(delivery));
  const durable::Before before(input.letter, &input.letter->body);
  Depart(station, input, std::move(aside), envelope,
         [&known = KnownOf(table), envelope, before, step](durable::Planner& planner) {
           planner.Add(known, *envelope, step, before);
         });
}

void DurableCourse::SendBack(Station& station, const ServedTable& table, transport::Delivery&& delivery,
                             std::int64_t delay_ns, Aside&& aside) {
  const auto envelope = std::shared_ptr<const Envelope>(std::move(delivery.envelope));
  const contract::Actor& actor = table.router.table().actors[table.router.ActorAt(*envelope)];
  // A message that follows from a suspect one is one, too: so its first start is counted already. It waits
  // under the name that its table knows, where hosts of every version find it.
  const transport::Sending sending{
      .mailbox = std::string(actor.name),
      .letter = {.id = durable::MessageId(*envelope),
                 .body = KnownOf(table).Write(*envelope),
                 .suspect = delivery.letter->suspect,
                 .lane = transport::LaneOf(*envelope)},
      .not_before_ns = delay_ns > 0 ? AddSaturating(services_.clock.now_ns(), delay_ns) : 0};
  Depart(station, {station.mailbox(), std::move(delivery)}, std::move(aside), envelope,
         [sending](durable::Planner& planner) {
           planner.draft().Send(sending.mailbox, sending.letter, sending.not_before_ns);
         });
}

void DurableCourse::GivenUp(Station& station, const ServedTable& table, transport::Delivery&& delivery,
                            Aside&& aside) {
  const auto envelope = std::shared_ptr<const Envelope>(std::move(delivery.envelope));
  Depart(
      station, {station.mailbox(), std::move(delivery)}, std::move(aside), envelope,
      [&known = KnownOf(table), envelope](durable::Planner& planner) { planner.GiveUp(known, *envelope); });
}

std::shared_ptr<durable::PlannedEvents> DurableCourse::EventsToTell() const {
  return services_.telling.observed() ? std::make_shared<durable::PlannedEvents>() : nullptr;
}

void DurableCourse::TellAll(const std::shared_ptr<durable::PlannedEvents>& events) const {
  if (events == nullptr) return;
  for (const durable::Planned& planned : *events) services_.telling.Tell(planned.what(planned.envelope));
}

void DurableCourse::NotVisited(Aside aside) {
  if (aside.changes.empty()) return;
  ledger_.Carry(
      std::nullopt,
      [changes = std::move(aside.changes)](const state::State&) {
        return transport::Transition{.changes = changes};
      },
      nullptr);
}

void DurableCourse::Carry(std::string name, Input input, PlanWork work, std::vector<state::Change> released,
                          std::function<void()> done, std::function<void()> too_large) {
  const std::int64_t now_ns = services_.clock.now_ns();
  const auto letter = std::move(input.letter);
  struct Found {
    bool is_copy = false;
    std::vector<std::string> late_branches;
  };
  const auto found = std::make_shared<Found>();
  const auto events = EventsToTell();
  auto plan = [this, now_ns, work = std::move(work), name, letter, released, found,
               events](const state::State& state) {
    durable::Planner planner(known_, state, now_ns, letter->nonce);
    planner.TellEndTo(letter->reply);
    if (events != nullptr) planner.WriteDown(*events);
    if (letter->suspect) planner.draft().Erase(state::StartKey(letter->id));
    work(planner);
    transport::Transition transition = planner.Take();
    *found = {planner.is_dropped(), {}};
    if (!planner.lacks_table()) found->late_branches = planner.late_branches();
    if (transition.is_copy && transition.changes.empty()) transition.changes = released;
    if (events != nullptr && (transition.is_copy || planner.lacks_table())) events->clear();
    if (!planner.lacks_table()) return transition;
    // Another host knows what this one does not; if that is still so when it is carried out.
    constexpr std::int64_t kElsewhereNs = 1'000'000'000;
    transport::Transition elsewhere{.conditions = std::move(transition.conditions)};
    elsewhere.sends.push_back({name, *letter, AddSaturating(now_ns, kElsewhereNs)});
    if (letter->suspect)
      elsewhere.changes.push_back({.kind = state::Change::Kind::kErase, .key = state::StartKey(letter->id)});
    return elsewhere;
  };
  auto told = [this, found, done = std::move(done), released = std::move(released),
               too_large = std::move(too_large), name = std::move(name), letter,
               events](transport::Outcome outcome) {
    if (outcome == transport::Outcome::kTooLarge) return too_large ? too_large() : TellStuck(name, *letter);
    // It was no longer this process's, or is a copy of what has gone on.
    const bool is_copy = found->is_copy && found->late_branches.empty();
    if (outcome == transport::Outcome::kGone || is_copy)
      services_.telling.Tell(observation::Dropped{letter->id});
    // Whoever has the message now waits for the effect that was begun here.
    if (outcome == transport::Outcome::kGone) NotVisited({.changes = released});
    if (outcome != transport::Outcome::kDone) return;
    TellAll(events);
    for (const std::string& branch : found->late_branches)
      services_.telling.Tell(observation::Dropped{branch, observation::Dropped::Why::kLateBranch});
    if (done) done();
  };
  ledger_.Carry(input.loan, std::move(plan), std::move(told));
}

}  // namespace mesh::host
